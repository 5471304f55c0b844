package import CheckpointCourse
internal import CheckpointSystem

/// The declarations that code offers to other modules, as they are written in the source.
///
/// When the official tests don't compile against a learner's code, some signature differs from the reference. The
/// compiler reports it in a test that the learner didn't write. The comparison with the reference names the declaration
/// itself.
package enum PublicInterface {
    package struct Declaration: Hashable, Sendable, Codable {
        /// The declaration, such as `public func merge(_ local: Measurement, _ remote: Measurement) -> Measurement`.
        package let text: String
        /// Path of its file in the reference.
        package let path: String
    }

    /// Returns the reference's declarations that are missing from the learner's files, whichever file they are in.
    package static func missing(from learner: [String: TreeFile], of reference: [String: TreeFile]) -> [Declaration] {
        let offered = Set(learner.flatMap { declarations($0.key, $0.value) }.map(\.text))
        return reference.sorted { $0.key < $1.key }.flatMap { declarations($0.key, $0.value) }
            .filter { !offered.contains($0.text) }
    }

    package static func declarations(_ path: String, _ file: TreeFile) -> [Declaration] {
        guard path.pathBegins(with: "Sources/"), path.pathEnds(with: ".swift"), let text = file.text else { return [] }
        var found: [Declaration] = []
        var pending: [Substring] = []
        for line in text.split(whereSeparator: \.isNewline) {
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

    /// Returns the declaration without its body and extra spaces.
    private static func normalized(_ text: String) -> String {
        var head = Substring(text)
        if let brace = head.firstIndex(of: "{") { head = head[..<brace] }
        // A property's value is up to the learner; its name and type are its interface.
        if !head.contains("("), let equals = head.firstIndex(of: "=") { head = head[..<equals] }
        let words = head.split(separator: " ").joined(separator: " ")
        return words.replacing("( ", with: "(").replacing(" )", with: ")").replacing(",)", with: ")")
    }
}
