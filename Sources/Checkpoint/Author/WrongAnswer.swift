internal import Foundation

/// A mistake that a checkpoint must refuse: a body in place of one of the reference's.
///
/// The file begins with comment lines of the form `key: value` (`replaces`, `refused by`, `says`), may go on with a free
/// comment, and has the body after the first empty line. Where another body of the reference would make up for the mistake,
/// that one follows too, below a comment line `also replaces: REGION`.
package struct WrongAnswer: Hashable, Sendable {
    /// What stands in place of the region that it names.
    package struct Body: Hashable, Sendable {
        package let region: String
        package let lines: [String]
    }

    /// Relative to the repository, such as `steps/08-sync-engine/wrong/keeps-local.swift`.
    package let path: String
    /// At least one; the first is the mistake.
    package let bodies: [Body]
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
        guard header.first?.contains("replaces:") == true else {
            throw MarkerError(file: path, line: 1, message: "the first line of a wrong answer is \"replaces: REGION\"")
        }
        let first = try value("replaces")
        test = try value("refused by")
        says = try value("says")
        var parts = [(region: first, line: header.count + 1, lines: [String]())]
        let next = "\(syntax.leader) also replaces:"
        for (number, line) in all.enumerated().dropFirst(header.count + 1) {
            if line.hasPrefix(next) {
                let region = line.dropFirst(next.count).trimmingCharacters(in: .whitespaces)
                parts.append((region, number + 1, []))
            } else {
                parts[parts.count - 1].lines.append(line)
            }
        }
        bodies = try parts.map { part in
            var lines = part.lines.drop(while: \.isEmpty)
            while lines.last?.isEmpty == true { lines.removeLast() }
            guard !lines.isEmpty else {
                throw MarkerError(file: path, line: part.line, message: "the body is missing")
            }
            return Body(region: part.region, lines: Array(lines))
        }
    }

    /// The wrong answers of a step, by name.
    static func all(of step: Step, root: String) throws -> [WrongAnswer] {
        try SourceFiles.list(root, "steps/\(step.id)/wrong").sorted().map { path in
            try WrongAnswer(path: path, text: String(contentsOfFile: root + "/" + path, encoding: .utf8))
        }
    }
}
