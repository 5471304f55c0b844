/// A declaration of a learner's that the official tests would take for something else of the same name.
///
/// Say a file has `public func expect(_ isTrue: Bool, _ message: String)`. The tests call `expect(sum == 3, "…")` and mean
/// their own function, but to the compiler the learner's fits better. So nothing of that kind may be visible to the tests.
/// Declarations that are `internal` or less aren't visible. A name that the course's own solution declares is allowed,
/// because the tests mean that one.
struct TakenName: Hashable {
    let name: String
    let path: String
    let line: Int
    let message: String

    /// Finds such declarations.
    static func all(in graph: SymbolGraph, of module: String, official: OfficialNames) -> [TakenName] {
        let taken = graph.symbols.filter { isTaken($0, official) }.map { symbol in
            TakenName(symbol.name, symbol, in: module, symbol.kind == "swift.macro" ? macros : sentence(symbol))
        }
        let comparisons = graph.symbols.filter { isComparisonOfCourse($0, official) && !isTaken($0, official) }.map {
            TakenName($0.name, $0, in: module, comparison($0))
        }
        let retyped = graph.symbols.filter { isRetyped($0, official) }.map {
            TakenName($0.name, $0, in: module, type($0))
        }
        let literals = graph.literalTypes.filter { !official.isLiteral($0) }.map { type in
            let symbol = graph.symbols.first { $0.components.last == type }
            return TakenName(type, symbol, in: module, literalWords(type))
        }
        return taken + comparisons + retyped + literals
    }

    private init(_ name: String, _ symbol: SymbolGraph.Symbol?, in module: String, _ message: String) {
        self.name = name
        path = symbol?.place?.path ?? "Sources/" + module
        line = symbol?.place?.line ?? 1
        self.message = message
    }

    private static func sentence(_ symbol: SymbolGraph.Symbol) -> String {
        "the official tests would use this `\(symbol.name)` where they mean another one. Make it internal "
            + "(without `public` or `package`), or give it another name"
    }

    private static let macros = "a macro of your own would take part in the official tests. Leave it out"
    private static func literalWords(_ type: String) -> String {
        "the official tests would use `\(type)` where they write a number or a text. "
            + "Leave out that it's ExpressibleBy…Literal"
    }

    private static func comparison(_ symbol: SymbolGraph.Symbol) -> String {
        "the official tests compare values of \(symbol.owner) and would use this `\(symbol.name)` for it. Leave it out: "
            + "the course's type is compared as it is"
    }

    /// Returns true for a comparison of one of the course's types that the course itself doesn't declare. With an `==` of
    /// errors that's always true, a wrong error would be the expected one.
    private static func isComparisonOfCourse(_ symbol: SymbolGraph.Symbol, _ official: OfficialNames) -> Bool {
        symbol.isOperator && answers.contains(symbol.name) && !official.isDeclared(symbol)
            && official.isOfCourse(type: symbol.components.dropLast())
            // A learner may give an order to a type that has none: no test can ask for it.
            && (!orders.contains(symbol.name) || official.isOrdered(symbol.owner))
    }

    private static func type(_ symbol: SymbolGraph.Symbol) -> String {
        "the official tests use `\(symbol.name)`, and it should have the type that it has in the course, not one of your own"
    }

    /// Returns true for a declaration of the course's that has a type of the learner's. Values of such a type could be equal
    /// to anything. With `some`, it could even be a type that only the module sees.
    private static func isRetyped(_ symbol: SymbolGraph.Symbol, _ official: OfficialNames) -> Bool {
        guard official.isDeclared(symbol), official.words.contains(symbol.name) else { return false }
        return symbol.isOpaque && !official.isOpaque(symbol)
            || symbol.resultTypes.contains { !official.isOfCourse(type: $0) }
    }

    private static func isTaken(_ symbol: SymbolGraph.Symbol, _ official: OfficialNames) -> Bool {
        if symbol.kind == "swift.extension" { return false }
        if symbol.kind == "swift.macro" { return true }
        let competes = symbol.isTopLevel || symbol.isOfForeignType || symbol.isOfProtocol
        if symbol.isOperator { return competes || isOperatorOfOthers(symbol) }
        if official.isDeclared(symbol) { return false }
        // Members of a type are found through it alone, except by code in an extension of it.
        if competes { return implied.contains(symbol.name) || official.words.contains(symbol.name) }
        return !["init", "subscript"].contains(symbol.name)
            && official.words(besideExtensionsOf: symbol.owner).contains(symbol.name)
    }

    /// Returns true for a comparison that isn't one of two values of the type that it's declared in. Operators are looked
    /// for in all types.
    private static func isOperatorOfOthers(_ symbol: SymbolGraph.Symbol) -> Bool {
        let type = symbol.components.dropLast().joined(separator: ".")
        return answers.contains(symbol.name)
            && !symbol.parameterTypes.allSatisfy { [type, symbol.owner, "Self"].contains($0) }
    }

    private static let orders: Set<String> = ["<", ">", "<=", ">="]
    /// Operators whose result a test could take for its own.
    private static let answers: Set<String> = [
        "==", "!=", "<", ">", "<=", ">=", "===", "!==", "~=", "!", "&&", "||", "??",
    ]

    /// Names that no test spells out: what the compiler calls by itself, and what macros are expanded to.
    private static let implied: Set<String> = [
        "init", "subscript", "callAsFunction", "appendInterpolation", "appendLiteral", "makeIterator",
        "makeAsyncIterator", "next", "hash", "encode", "wrappedValue", "projectedValue", "Testing", "Swift",
        "Foundation",
        "FoundationEssentials", "StepSupport", "IntegerLiteralType", "FloatLiteralType", "BooleanLiteralType",
        "StringLiteralType", "UnicodeScalarLiteralType", "ExtendedGraphemeClusterLiteralType", "RegexLiteralType",
    ]
}
