internal import Foundation

/// A mistake that a checkpoint must refuse: what differs from one of the reference's bodies, or stands in its place.
///
/// The file begins with comment lines of the form `key: value` (`changes` or `replaces`, `refused by`, `says`), may go on
/// with a free comment, and has after the first empty line the changes (see `BodyChanges`) or all of the body. Where another
/// body of the reference would make up for the mistake, that one follows too, below a comment line `also changes: REGION` or
/// `also replaces: REGION`.
package struct WrongAnswer: Hashable, Sendable {
    /// What it says of one region.
    struct Part: Hashable, Sendable {
        enum Content: Hashable, Sendable {
            case body([String])
            case changes(BodyChanges)
        }

        let region: String
        let content: Content
    }

    /// Relative to the repository, such as `steps/08-sync-engine/wrong/keeps-local.swift`.
    package let path: String
    /// At least one; the first is the mistake.
    let parts: [Part]
    /// The test that must fail.
    package let test: String
    /// What that test must say.
    package let says: String

    /// - Throws: `MarkerError` with the file and the line of what is missing.
    package init(path: String, text: String) throws {
        self.path = path
        guard let syntax = MarkerSyntax(path: path) else {
            throw MarkerError(file: path, line: 1, message: "nobody knows how comments are written here")
        }
        let all = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let header = all.prefix { !$0.isEmpty }
        var values: [String: String] = [:]
        for line in header {
            let comment = line.drop { syntax.leader.contains($0) || $0 == " " }
            guard let colon = comment.firstIndex(of: ":") else { continue }
            let value = comment[comment.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            values[String(comment[..<colon])] = values[String(comment[..<colon])] ?? value
        }
        func value(_ key: String) throws -> String {
            guard let value = values[key], !value.isEmpty else {
                throw MarkerError(file: path, line: 1, message: "the head of a wrong answer has a line \"\(key): …\"")
            }
            return value
        }
        guard let first = Self.opening(header.first ?? "", "", syntax) else {
            throw MarkerError(
                file: path, line: 1,
                message: "the first line of a wrong answer is \"changes: REGION\" or \"replaces: REGION\"")
        }
        test = try value("refused by")
        says = try value("says")
        var sections = [(opening: first, line: header.count + 1, lines: [String]())]
        for (number, line) in all.enumerated().dropFirst(header.count + 1) {
            if let opening = Self.opening(line, "also ", syntax) {
                sections.append((opening, number + 1, []))
            } else {
                sections[sections.count - 1].lines.append(line)
            }
        }
        parts = try sections.map { section in
            let empty = section.lines.prefix(while: \.isEmpty).count
            var lines = Array(section.lines.dropFirst(empty))
            while lines.last?.isEmpty == true { lines.removeLast() }
            guard !lines.isEmpty else {
                throw MarkerError(file: path, line: section.line, message: "the body is missing")
            }
            let content: Part.Content =
                section.opening.isWhole
                ? .body(lines) : .changes(try BodyChanges(path: path, line: section.line + empty + 1, lines))
            return Part(region: section.opening.region, content: content)
        }
    }

    private typealias Opening = (region: String, isWhole: Bool)

    /// What a line such as `// changes: merge` opens.
    private static func opening(_ line: String, _ prefix: String, _ syntax: MarkerSyntax) -> Opening? {
        for (word, isWhole) in [("changes:", false), ("replaces:", true)] {
            let start = "\(syntax.leader) \(prefix)\(word)"
            guard line.hasPrefix(start) else { continue }
            let region = line.dropFirst(start.count).trimmingCharacters(in: .whitespaces)
            return region.isEmpty ? nil : (region, isWhole)
        }
        return nil
    }

    /// The wrong answers of a step, by name.
    static func all(of step: Step, root: String) throws -> [WrongAnswer] {
        try SourceFiles.list(root, "steps/\(step.id)/wrong").sorted().map { path in
            try WrongAnswer(path: path, text: String(contentsOfFile: root + "/" + path, encoding: .utf8))
        }
    }
}
