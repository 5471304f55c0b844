internal import CheckpointSystem
internal import Foundation

/// The symbol graph of a built module: the declarations that other modules see, as the compiler lists them.
///
/// The compiler reads the module that the tests were compiled against, so a comment, a string or an `#if` can't hide a
/// declaration, and macros are among them.
struct SymbolGraph: Sendable {
    /// A declaration.
    struct Symbol: Sendable {
        /// The compiler's word for what it is, such as `swift.func.op` for an operator.
        let kind: String
        /// The types that it's in, from the outside in, and its own name: `["Measurement", "init(json:)"]`.
        let components: [String]
        /// True for an extension of a type of another module, or a member of one.
        let isOfForeignType: Bool
        /// True for what is in a protocol, or in an extension of one.
        let isOfProtocol: Bool
        /// The types of a function's parameters as they are written; a type parameter too.
        let parameterTypes: [String]
        /// The types of the learner's modules that its value or its result has, each as its names from the outside in. A
        /// type that only the module itself sees is among them.
        var resultTypes: [[String]] = []
        /// True if the type of its value or result isn't named (`some Equatable`).
        var isOpaque = false
        /// Path in the package and line from 1; nil where the compiler didn't record them.
        let place: (path: String, line: Int)?

        /// The name of the type that it's in; empty for a declaration of the module itself.
        var owner: String { components.dropLast().last ?? "" }
        /// Its name, without the labels of its arguments.
        var name: String { String((components.last ?? "").prefix { $0 != "(" }).nonEmpty ?? "(" }
        var isOperator: Bool { kind.hasSuffix("func.op") }
        var isTopLevel: Bool { components.count == 1 }
    }

    /// The declarations that are `public` or `package`.
    let symbols: [Symbol]
    /// All declarations of this module and of those that it may use, by the compiler's name of each.
    let declarations: [String: [String]]
    /// Names of the types that a literal can stand for (`ExpressibleByIntegerLiteral` and its relatives).
    let literalTypes: [String]

    /// Reads the files that the compiler wrote for a module.
    ///
    /// - Parameters:
    ///   - files: one for the module itself, and one for each other module whose types it extends.
    ///   - own: names of the modules whose types are the learner's.
    ///   - root: the package's folder.
    ///   - types: the declarations of the learner's modules that this one may use, as `declarations` has them.
    init(_ files: [Data], own: Set<String>, root: String, types: [String: [String]] = [:]) throws {
        let pages = try files.map { try JSONDecoder().decode(Page.self, from: $0) }
        let declared = pages.flatMap(\.symbols)
        let protocols = Set(declared.filter { $0.kind.identifier == "swift.protocol" }.map(\.pathComponents))
        let names = Dictionary(declared.map { ($0.identifier.precise, $0) }) { first, _ in first }
        let declarations = types.merging(names.mapValues(\.pathComponents)) { _, own in own }
        self.declarations = declarations
        symbols = declared.filter(\.isVisible).map { item in
            let result = item.result
            let owner = Array(item.pathComponents.dropLast())
            let extended = item.swiftExtension
            return Symbol(
                kind: item.kind.identifier, components: item.pathComponents,
                isOfForeignType: extended.map { !own.contains($0.extendedModule) } ?? false,
                isOfProtocol: extended?.typeKind == "swift.protocol" || protocols.contains(owner),
                parameterTypes: item.functionSignature?.parameters?.map(\.type) ?? [],
                resultTypes: result.compactMap(\.preciseIdentifier).compactMap { declarations[$0] },
                isOpaque: result.contains { $0.kind == "keyword" && $0.spelling == "some" },
                place: item.location?.place(in: root))
        }
        let relations = pages.flatMap(\.relationships).filter { $0.kind == "conformsTo" }
        // A set of options is written as an array, whoever declares it.
        let options = Set(relations.filter { $0.target.hasSuffix("OptionSetP") }.map(\.source))
        literalTypes = relations.compactMap { relation in
            guard relation.target.contains("ExpressibleBy"),
                !options.contains(relation.source) || !relation.target.contains("ArrayLiteral")
            else { return nil }
            // A type that isn't among the symbols is of another module.
            guard let type = names[relation.source] else { return relation.source }
            return type.isVisible ? type.pathComponents.last : nil
        }
    }
}

extension String {
    fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}

/// The parts of the format that we read.
private struct Page: Decodable {
    struct Kind: Decodable { let identifier: String }
    struct Identifier: Decodable { let precise: String }
    struct Extended: Decodable {
        let extendedModule: String
        let typeKind: String?
    }
    struct Fragment: Decodable {
        let kind: String
        let spelling: String
        let preciseIdentifier: String?
    }
    struct Parameter: Decodable {
        let declarationFragments: [Fragment]?

        /// The type, as it's written after the name and the colon.
        var type: String {
            let text = (declarationFragments ?? []).map(\.spelling).joined()
            guard let colon = text.firstIndex(of: ":") else { return text }
            return String(text[text.index(after: colon)...].drop { $0 == " " })
        }
    }
    struct Signature: Decodable {
        let parameters: [Parameter]?
        let returns: [Fragment]?
    }
    struct Position: Decodable { let line: Int }
    struct Location: Decodable {
        let uri: String
        let position: Position

        func place(in root: String) -> (path: String, line: Int)? {
            guard let path = URL(string: uri)?.path(percentEncoded: false), path.pathBegins(with: root + "/") else {
                return nil
            }
            return (String(path.dropFirst(root.count + 1)), position.line + 1)
        }
    }
    struct Item: Decodable {
        let kind: Kind
        let identifier: Identifier
        let pathComponents: [String]
        let accessLevel: String
        let swiftExtension: Extended?
        let functionSignature: Signature?
        let declarationFragments: [Fragment]?
        let location: Location?

        /// The type of a variable, which follows the colon after its name, or of a function's result.
        var result: [Fragment] {
            if let functionSignature { return functionSignature.returns ?? [] }
            let isVariable = ["property", "var"].contains { kind.identifier.hasSuffix("." + $0) }
            return isVariable ? (declarationFragments ?? []).drop { !$0.spelling.contains(":") }.map(\.self) : []
        }

        var isVisible: Bool { ["package", "public", "open"].contains(accessLevel) }
    }
    struct Relation: Decodable {
        let kind: String
        let source: String
        let target: String
    }

    let symbols: [Item]
    let relationships: [Relation]
}
