internal import Foundation

/// The name of a clause: the body whose contract has it, and its number there, such as `parse-events.3`.
package struct ClauseID: Hashable, Sendable, CustomStringConvertible {
    package let region: String
    /// Counted from 1.
    package let number: Int

    package init(region: String, number: Int) {
        self.region = region
        self.number = number
    }

    /// Reads a name such as `parse-events.3`; nil for any other text.
    package init?(_ text: some StringProtocol) {
        guard let match = String(text).wholeMatch(of: /([a-z][a-z0-9-]*)\.(0|[1-9][0-9]{0,2})/),
            let number = Int(match.2)
        else { return nil }
        self.init(region: String(match.1), number: number)
    }

    package var description: String { "\(region).\(number)" }
}

/// A clause of a body's contract: one condition, effect, order or bound. In a lesson it's a list item that begins with the
/// clause's name in code: `` - `parse-events.1` An empty line ends the event. ``
package struct Clause: Hashable, Sendable {
    package let id: ClauseID
    /// The sentence after the name, without markup; empty if there is none.
    package let text: String
    package let page: PageID
    /// Number of the item's line on the page, counted from 1.
    package let line: Int
}

extension CoursePage {
    /// Every clause on the page, in order.
    package var clauses: [Clause] {
        lines.indices.compactMap { index in
            guard !lines[index].isCode, let (id, rest) = Self.opening(lines[index].text) else { return nil }
            let more = lines[(index + 1)...].prefix { line in
                !MarkdownSign.interruptsParagraph(MarkdownParser.Line(text: Substring(line.text)))
            }
            let words = ([rest] + more.map { Substring($0.text).outdented }).joined(separator: " ")
            // Without a space, the text would run into the name: `` `parse-events.1`: An empty line … ``
            let sentence = words.hasPrefix(" ") ? words.trimmingCharacters(in: .whitespaces) : ""
            return Clause(
                id: id, text: MarkdownSpan.plain(MarkdownSpan.spans(sentence)), page: self.id,
                line: lines[index].number)
        }
    }

    /// Returns the name with which a list item begins, and the rest of its line; nil for any other line.
    private static func opening(_ line: String) -> (ClauseID, Substring)? {
        let item = Substring(line).outdented
        guard item.hasPrefix("- `") else { return nil }
        let text = item.dropFirst(3)
        guard let end = text.firstIndex(of: "`"), let id = ClauseID(text[..<end]) else { return nil }
        return (id, text[text.index(after: end)...])
    }
}

/// The contracts in the lessons of a step, also in those of front ends that the learner doesn't build.
package struct StepClauses: Sendable {
    /// In the order of the pages.
    package let clauses: [Clause]

    /// - Throws: `MarkerError` or `CourseError.courseBroken` if a lesson can't be read.
    package init(of step: Step, root: String) throws {
        let pages = [PageID.lesson(step)] + step.parts.map { .part(step, $0) }
        clauses = try pages.flatMap { try CoursePage($0, root: root).clauses }
    }

    package func clause(_ id: ClauseID) -> Clause? { clauses.first { $0.id == id } }
}

extension StepTest {
    /// The clauses that the test cites; empty for a test without a region.
    package var clauseIDs: [ClauseID] {
        guard let region else { return [] }
        return clauses.map { ClauseID(region: region, number: $0) }
    }
}
