/// The elements that are open at a place of a document, the root first.
///
/// Damage may hide the beginning or the end of an element. Then the element around it is marked as uncertain, and what
/// doesn't fit in there is no further damage. Only its own name closes the root: a file that was cut short has no such end,
/// whatever else is wrong with it.
struct XMLOpenElements {
    private var elements: [(name: [UInt8], line: Int, isUncertain: Bool)] = []

    /// The number of open elements.
    var count: Int { elements.count }
    var isEmpty: Bool { elements.isEmpty }

    /// The name of the innermost element; nil where none is open.
    var innermostName: [UInt8]? { elements.last?.name }

    mutating func open(_ name: some Sequence<UInt8>, line: Int) {
        elements.append((Array(name), line, false))
    }

    /// Notes that there may be a beginning or an end here that nobody can read.
    mutating func markUncertain() {
        guard !elements.isEmpty else { return }
        elements[elements.count - 1].isUncertain = true
    }

    /// Closes what an end tag closes. Call it only while an element is open.
    ///
    /// - Parameter damage: what is wrong with the end tag itself. It still closes what is open.
    /// - Returns: what to report, at most one thing for an end tag.
    mutating func close(_ name: [UInt8], line: Int, damage: XMLDamage?) -> XMLDamage? {
        if let index = elements.lastIndex(where: { $0.name == name }) {
            let unclosed = elements[(index + 1)...].first { !$0.isUncertain }
            elements.removeSubrange(index...)
            return damage
                ?? unclosed.map { XMLDamage(line: $0.line, reason: "The element that begins here is never closed.") }
        }
        // The tag that opened it is the one that couldn't be read.
        if damage == nil, elements[elements.count - 1].isUncertain { return nil }
        let openLine = elements[elements.count - 1].line
        if elements.count > 1 { elements.removeLast() }
        markUncertain()
        let reason = "An end tag doesn't have the name of the element that is open, which began in line \(openLine)."
        return damage ?? XMLDamage(line: line, reason: reason)
    }
}
