/// Finds, line by line, where a file gives the words of the official tests another meaning: a macro, an operator on a type of
/// the standard library, what Swift Testing is called.
struct ChangedMeanings {
    /// False for tests, which import Swift Testing.
    let isSource: Bool
    /// What the lines belong to, as far as indentation tells.
    private var extended: Substring = ""

    init(isSource: Bool) { self.isSource = isSource }

    private static let standard: Set<Substring> = [
        "Int", "String", "Bool", "Double", "Data", "Array", "Optional", "Dictionary", "Set", "Substring", "Date",
        "Equatable", "Comparable", "Sequence", "Collection",
    ]
    private static let comparisons = ["==", "!=", "<", ">", "<=", ">=", "!", "&&", "||", "~="]

    /// - Returns: what the line does, in a word or two; nil for most lines.
    mutating func change(in line: Substring) -> String? {
        if let name = line.firstMatch(of: /\bextension ([\w.]+)/)?.1 {
            extended = name.split(separator: ".").last ?? name
        } else if line.first == "}" {
            extended = ""
        }
        if isSource, line.contains(/^\s*((package|internal|public|private|fileprivate|@testable) )*import Testing\b/) {
            return "import Testing"
        }
        if line.contains(/\bmacro \w+\s*[(<]/) { return "macro" }
        if line.contains(/\b(enum|struct|class|actor|typealias) (Testing|Issue)\b/) { return "Testing" }
        guard let found = line.firstMatch(of: /\bfunc ([^\s\w(]+)\s*(<[^(]*)?\((.*)/),
            Self.comparisons.contains(String(found.1))
        else { return nil }
        let types = found.3.matches(of: /:\s*\[?(\w+)/).map(\.1)
        let isStandard = Self.standard.contains(extended) || types.contains { Self.standard.contains($0) }
        return isStandard || found.2 != nil ? "func \(found.1)" : nil
    }
}
