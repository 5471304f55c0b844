internal import CheckpointCourse
internal import CheckpointSystem
internal import Foundation

/// The names that the official tests use, and those that the course itself declares for them.
///
/// It reads the course's files alone, which have one form, and nothing that a learner wrote.
struct OfficialNames: Sendable {
    /// All words of the tests and of what they share.
    let words: Set<String>
    /// The words of those files that extend a type, by the type's name. In such a file the type's members come before
    /// what is imported.
    private let wordsByType: [String: Set<String>]
    /// The course's declarations, each as the type's name, a point and the name in it.
    private let declared: Set<String>
    /// Names of the course's types that a literal can stand for, and of those whose values have an order.
    private let literalTypes: Set<String>
    private let orderedTypes: Set<String>
    /// The course's declarations whose type isn't named (`some Collection`).
    private let opaque: Set<String>

    /// - Parameters:
    ///   - tests: the official files.
    ///   - sources: the files of the course's own solution.
    init(tests: [String: TreeFile], sources: [TreeFile]) {
        var words: Set<String> = []
        var wordsByType: [String: Set<String>] = [:]
        for (path, file) in tests where path.pathBegins(with: "Tests/") && path.pathEnds(with: ".swift") {
            let own = Self.words(of: file.contents)
            words.formUnion(own)
            for type in Self.extendedTypes(in: file.contents) { wordsByType[type, default: []].formUnion(own) }
        }
        self.words = words
        self.wordsByType = wordsByType
        var (declared, literal, ordered): (Set<String>, Set<String>, Set<String>) = ([], [], [])
        var opaque: Set<String> = []
        for file in sources {
            Self.declarations(in: file.contents) { declaration, line in
                declared.insert(declaration)
                if line.contains("-> some ") || line.contains(": some ") && !line.contains("(") {
                    opaque.insert(declaration)
                }
                guard let name = declaration.split(separator: ".").last.map(String.init) else { return }
                if line.contains("ExpressibleBy") { literal.insert(name) }
                if line.contains("Comparable") { ordered.insert(name) }
            }
        }
        (self.declared, literalTypes, orderedTypes, self.opaque) = (declared, literal, ordered, opaque)
    }

    func words(besideExtensionsOf type: String) -> Set<String> { wordsByType[type] ?? [] }

    /// Returns true for a declaration that the course has too.
    func isDeclared(_ symbol: SymbolGraph.Symbol) -> Bool {
        let name = symbol.components.last ?? ""
        guard ["init", "subscript"].contains(symbol.name) else {
            return declared.contains(symbol.owner + "." + symbol.name)
        }
        let label = name.drop { $0 != "(" }.dropFirst().prefix { $0 != ":" && $0 != ")" }
        return declared.contains("\(symbol.owner).\(symbol.name)(\(label)")
    }

    /// Returns true for a type that the course has, also for one within another.
    func isOfCourse(type components: some Collection<String>) -> Bool {
        let names = Array(components.suffix(2))
        return names.last.map { declared.contains((names.count > 1 ? names[0] : "") + "." + $0) } ?? false
    }

    func isOpaque(_ symbol: SymbolGraph.Symbol) -> Bool { opaque.contains(symbol.owner + "." + symbol.name) }

    func isOrdered(_ type: String) -> Bool { orderedTypes.contains(type) || declared.contains(type + ".<") }

    func isLiteral(_ type: String) -> Bool { literalTypes.contains(type) }

    // MARK: Reading the course's files

    private static func words(of contents: Data) -> Set<String> {
        Set(contents.split { !isPartOfWord($0) }.map { String(decoding: $0, as: UTF8.self) })
    }

    private static func isPartOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...: true
        default: false
        }
    }

    private static func extendedTypes(in contents: Data) -> [String] {
        lines(of: contents).filter { $0.hasPrefix("extension ") }.compactMap { line in
            line.split(separator: " ")[1].split(separator: ".").last.map(String.init)
        }
    }

    private static func lines(of contents: Data) -> [Substring] {
        String(decoding: contents, as: UTF8.self).split(separator: "\n")
    }

    private static let types: Set<String> = ["struct", "enum", "class", "actor", "protocol", "extension"]
    private static let members: Set<String> = ["func", "var", "let", "typealias", "associatedtype", "case"]

    /// Calls `found` for each declaration that isn't in a function, with its line. Our format has four spaces a level.
    private static func declarations(in contents: Data, _ found: (String, Substring) -> Void) {
        // The types around the line, by level; nil for the body of a function.
        var around: [String?] = []
        for line in lines(of: contents) {
            let code = line.drop { $0 == " " }
            let level = (line.utf8.count - code.utf8.count) / 4
            guard level <= around.count, let (keyword, names) = declaration(in: code) else { continue }
            around = Array(around.prefix(level))
            let owner = level == 0 ? "" : around[level - 1]
            if let owner, keyword != "extension" { for name in names { found(owner + "." + name, line) } }
            around.append(types.contains(keyword) ? names.first : nil)
        }
    }

    private static func declaration(in code: Substring) -> (keyword: String, names: [String])? {
        let tokens = code.split(separator: " ")
        for (index, token) in tokens.enumerated() {
            let word = String(token.prefix { $0.isLetter })
            if word == "init" || word == "subscript" {
                let label = code.drop { $0 != "(" }.dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == "_" }
                return (word, ["\(word)(\(label)"])
            }
            guard word == token else {
                // An attribute, or `private(set)`.
                if token.hasPrefix("@") || token.hasSuffix(")") { continue }
                return nil
            }
            // `class` and `static` may also be modifiers of a member.
            let isModifier = tokens.indices.contains(index + 1) && members.contains(String(tokens[index + 1]))
            guard types.contains(word) || members.contains(word), !isModifier else {
                if modifiers.contains(word) || isModifier { continue }
                return nil
            }
            let rest = tokens[(index + 1)...].joined(separator: " ")
            if word == "case" {
                return (word, rest.split(separator: ",").map { name(at: $0.drop { $0 == " " }) })
            }
            return (word, [word == "func" ? functionName(rest) : name(at: Substring(rest))])
        }
        return nil
    }

    private static let modifiers: Set<String> = [
        "public", "package", "internal", "fileprivate", "private", "open", "final", "static", "mutating", "nonisolated",
        "indirect", "lazy", "override", "convenience", "required", "weak", "unowned", "prefix", "postfix", "infix",
        "dynamic", "distributed", "consuming", "borrowing", "isolated",
    ]

    private static func functionName(_ rest: String) -> String {
        let named = name(at: Substring(rest))
        return named.isEmpty ? String(rest.prefix { $0 != "(" && $0 != " " }) : named
    }

    /// Returns the last part of the name at the beginning of a text: for `Vitals.Measurement: Equatable`, `Measurement`.
    private static func name(at text: Substring) -> String {
        let whole = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." || $0 == "`" }
        return whole.split(separator: ".").last.map { String($0).replacing("`", with: "") } ?? ""
    }
}
