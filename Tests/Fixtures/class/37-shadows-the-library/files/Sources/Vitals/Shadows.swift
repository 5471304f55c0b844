extension Array {
    public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> [Element] { [] }
    public func first(where predicate: (Element) throws -> Bool) rethrows -> Element? { nil }
}
