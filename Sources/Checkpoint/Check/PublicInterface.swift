/// The declarations that code offers to others, as they are written.
///
/// When the official tests do not compile against a learner's code, a signature has slipped. Which one, the compiler says
/// in a test that the learner did not write; the comparison with the reference says it in the learner's own terms.
package enum PublicInterface {
    package struct Declaration: Hashable, Sendable, Codable {
        /// Such as `public func merge(_ local: Measurement, _ remote: Measurement) -> Measurement`.
        package let text: String
        /// Where the reference has it.
        package let path: String
    }

    /// What the reference offers and the learner's files do not, wherever they have it.
    static func missing(from learner: [String: TreeFile], of reference: [String: TreeFile]) -> [Declaration] {
        let offered = Set(learner.flatMap { declarations($0.key, $0.value) }.map(\.text))
        return reference.sorted { $0.key < $1.key }.flatMap { declarations($0.key, $0.value) }
            .filter { !offered.contains($0.text) }
    }

    static func declarations(_ path: String, _ file: TreeFile) -> [Declaration] {
        guard path.pathBegins(with: "Sources/"), path.pathEnds(with: ".swift"), let text = file.text else { return [] }
        var found: [Declaration] = []
        var pending: [Substring] = []
        for line in text.split(separator: "\n") {
            let code = line.drop { $0 == " " }
            guard !pending.isEmpty || code.hasPrefix("public ") || code.hasPrefix("package ") else { continue }
            if pending.isEmpty, code.hasPrefix("public import") || code.hasPrefix("package import") { continue }
            pending.append(code)
            let whole = pending.joined(separator: " ")
            let depth = whole.reduce(0) { $0 + ($1 == "(" ? 1 : $1 == ")" ? -1 : 0) }
            guard depth <= 0 else { continue }
            pending = []
            found.append(Declaration(text: normalized(whole), path: path))
        }
        return found
    }

    /// Without its body and its spacing.
    private static func normalized(_ text: String) -> String {
        var head = Substring(text)
        if let brace = head.firstIndex(of: "{") { head = head[..<brace] }
        // The value of a property is the learner's; its name and type are what others see.
        if !head.contains("("), let equals = head.firstIndex(of: "=") { head = head[..<equals] }
        let words = head.split(separator: " ").joined(separator: " ")
        return words.replacing("( ", with: "(").replacing(" )", with: ")").replacing(",)", with: ")")
    }
}
