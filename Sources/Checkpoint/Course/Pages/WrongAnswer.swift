internal import Foundation

/// A mistake that a checkpoint must refuse. It changes or replaces a body of the reference.
///
/// The file begins with comment lines of the form `key: value` (`changes` or `replaces`, `refused by`, `says`, and perhaps
/// `breaks`). A free comment may follow. After the first empty line come the changes (see `BodyChanges`) or the whole body. If another
/// body of the reference would make up for the mistake, that body is changed too: its changes follow below a comment
/// line `also changes: REGION` or `also replaces: REGION`.
package struct WrongAnswer: Hashable, Sendable {
    /// The change of a region.
    package struct Part: Hashable, Sendable {
        package enum Content: Hashable, Sendable {
            case body([String])
            case changes(BodyChanges)
        }

        package let region: String
        package let content: Content

        package init(region: String, content: Content) {
            self.region = region
            self.content = content
        }
    }

    /// Path relative to the repository, such as `steps/08-sync-engine/wrong/keeps-local.swift`.
    package let path: String
    /// Changed regions, at least one; the first is the mistake itself.
    package let parts: [Part]
    /// The test that must fail; empty for a change that no file holds.
    package let test: String
    /// Text that the test's message must contain.
    package let says: String
    /// The clause of the lesson that the mistake breaks; nil if the header names none.
    package let breaks: ClauseID?

    /// Creates a change that no file holds, such as the starter of a part.
    package init(path: String, parts: [Part]) {
        (self.path, self.parts) = (path, parts)
        (test, says, breaks) = ("", "", nil)
    }

    /// - Throws: `MarkerError` with the file and line where something is missing.
    package init(path: String, text: String) throws {
        self.path = path
        guard let syntax = MarkerSyntax(path: path) else {
            throw MarkerError(file: path, line: 1, message: "the comment style of this file type is unknown")
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
                throw MarkerError(file: path, line: 1, message: "the head of a wrong answer needs a line \"\(key): …\"")
            }
            return value
        }
        guard let first = Self.opening(header.first ?? "", "", syntax) else {
            throw MarkerError(
                file: path, line: 1,
                message: "the first line of a wrong answer must be \"changes: REGION\" or \"replaces: REGION\"")
        }
        test = try value("refused by")
        says = try value("says")
        breaks = try values["breaks"].map { name in
            guard let id = ClauseID(name) else {
                throw MarkerError(
                    file: path, line: 1, message: "\"breaks:\" needs the name of one clause, such as merge.2")
            }
            return id
        }
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

    /// Returns the region that a line such as `// changes: merge` introduces; nil for any other line.
    private static func opening(_ line: String, _ prefix: String, _ syntax: MarkerSyntax) -> Opening? {
        for (word, isWhole) in [("changes:", false), ("replaces:", true)] {
            let start = "\(syntax.leader) \(prefix)\(word)"
            guard line.hasPrefix(start) else { continue }
            let region = line.dropFirst(start.count).trimmingCharacters(in: .whitespaces)
            return region.isEmpty ? nil : (region, isWhole)
        }
        return nil
    }

    /// Returns the wrong answers of a step, sorted by name.
    package static func all(of step: Step, root: String) throws -> [WrongAnswer] {
        try SourceFiles.list(root, "steps/\(step.id)/wrong").sorted().map { path in
            try WrongAnswer(path: path, text: String(contentsOfFile: root + "/" + path, encoding: .utf8))
        }
    }
}

extension Projector {
    /// Returns the state of the tree after a step, with this mistake in it.
    ///
    /// - Throws: `MarkerError` when the reference no longer has the lines that the mistake changes.
    package func state(after step: Int, with answer: WrongAnswer) throws -> ProjectionState {
        try answer.parts.reduce(course.state(after: step)) { state, part in
            state.replacing(part.region, with: try lines(of: part, after: step))
        }
    }

    /// Returns the whole body that results from this part of a wrong answer.
    ///
    /// - Throws: `MarkerError` when the reference no longer has the lines that the mistake changes.
    package func lines(of part: WrongAnswer.Part, after step: Int) throws -> [String] {
        switch part.content {
        case .body(let lines): return lines
        case .changes(let changes):
            let bodies = try markedFiles().lazy.compactMap {
                $0.lines(of: part.region, in: self.course.state(after: step))
            }
            return try changes.applied(to: bodies.first ?? [], of: part.region)
        }
    }
}
