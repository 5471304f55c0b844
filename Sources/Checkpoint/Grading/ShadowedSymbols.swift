/// Finds places where a file redefines a name that the official tests use: a macro, their function `expect`, an operator on
/// a type of the standard library, or the name of Swift Testing.
struct ShadowedSymbols {
    private let source: SwiftWords
    /// True for sources; false for tests, which import Swift Testing.
    private let isSource: Bool

    init(_ source: SwiftWords, isSource: Bool) {
        self.source = source
        self.isSource = isSource
    }

    private static let standard: Set<String> = [
        "Int", "String", "Bool", "Double", "Data", "Array", "Optional", "Dictionary", "Set", "Substring", "Date",
        "Equatable", "Comparable", "Sequence", "Collection",
    ]
    private static let comparisons = ["==", "!=", "<", ">", "<=", ">=", "!", "&&", "||", "~="]
    private static let types = ["enum", "struct", "class", "actor", "typealias", "protocol", "associatedtype"]
    /// Keywords of a type's members that may be given a module's name.
    private static let members = ["var", "let", "func", "case"]
    /// Keywords that may appear between `import` and the name of a module.
    private static let imported = types + members

    /// Returns the redefined names in a word or two, keyed by line number from 1.
    func found() -> [Int: String] {
        var found: [Int: String] = [:]
        var extended = ""
        for (index, word) in source.words.enumerated() {
            if word.text == "extension" { extended = lastName(after: index) ?? extended }
            guard let change = change(at: index, word, extended) else { continue }
            found[word.line] = found[word.line] ?? change
        }
        return found
    }

    private func change(at index: Int, _ word: SwiftWords.Word, _ extended: String) -> String? {
        switch word.text {
        case "import" where isSource:
            var name = source.next(after: index)
            while let found = name, Self.imported.contains(source.words[found].text) {
                name = source.next(after: found)
            }
            return name.map { source.words[$0].text } == "Testing" ? "import Testing" : nil
        case "macro":
            let isDeclared = source.next(after: index).flatMap { source.byte(after: source.words[$0]) }
                .map { "(<".utf8.contains($0) }
            return isDeclared == true ? "macro" : nil
        case "Testing":
            // The name of a generic parameter.
            guard let before = source.byte(before: word), let after = source.byte(after: word) else { return nil }
            return "<,".utf8.contains(before) && ">,:".utf8.contains(after) ? "Testing" : nil
        case "func":
            return operation(after: word, extended) ?? declaration(at: index, word)
        default:
            return declaration(at: index, word)
        }
    }

    private func declaration(at index: Int, _ word: SwiftWords.Word) -> String? {
        let isType = Self.types.contains(word.text)
        guard isType || Self.members.contains(word.text), let next = source.next(after: index) else { return nil }
        let name = source.words[next].text
        if isSource, !isType, name == "expect" { return "expect" }
        return name == "Testing" || isType && name == "Issue" ? "Testing" : nil
    }

    /// Returns a comparison operator that is redefined for types that aren't the learner's.
    private func operation(after word: SwiftWords.Word, _ extended: String) -> String? {
        guard let found = source.operation(after: word) else { return nil }
        var name = found.text
        var isGeneric = false
        if name.count > 1, name.last == "<", Self.comparisons.contains(String(name.dropLast())) {
            (name, isGeneric) = (String(name.dropLast()), true)
        }
        guard Self.comparisons.contains(name) else { return nil }
        let head = source.head(from: found.end).drop { $0.isWhitespace }
        isGeneric = isGeneric || head.first == "<"
        let types = head.matches(of: /:\s*\[?\s*(\w+)/).map { String($0.1) }
        let isOfExtended =
            Self.standard.contains(extended) && types.allSatisfy { $0 == "Self" || Self.standard.contains($0) }
        return isGeneric || isOfExtended || types.contains(where: Self.standard.contains) ? "func \(name)" : nil
    }

    /// Returns the last part of a type's name: for `Swift.Int`, `Int`.
    private func lastName(after index: Int) -> String? {
        guard var place = source.next(after: index) else { return nil }
        while source.byte(after: source.words[place]) == UInt8(ascii: "."), source.words.indices.contains(place + 1) {
            place += 1
        }
        return source.words[place].text
    }
}
