internal import CheckpointCourse
internal import Foundation

/// Checks the cards for teachers: each step has a card, with the duration that its manifest gives.
struct TeachingLinter: Sendable {
    let course: Course

    static let path = "docs/teaching.md"

    func diagnostics() -> [String] {
        guard let text = try? String(contentsOfFile: course.root + "/" + Self.path, encoding: .utf8) else {
            return ["\(Self.path): it can't be read"]
        }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return course.writtenSteps.compactMap { diagnostic($0, lines) }
    }

    private func diagnostic(_ step: Step, _ lines: [Substring]) -> String? {
        let title = "Step \(step.number): \(step.title)"
        guard let heading = lines.firstIndex(of: "### \(title)") else {
            return "\(Self.path):1: there is no card “\(title)”"
        }
        let mark = "- **Time.** "
        let card = lines[(heading + 1)...].prefix { !$0.hasPrefix("#") }
        let time = card.first { $0.hasPrefix(mark) }?.dropFirst(mark.count).prefix { !".,;".contains($0) }
        guard time != step.time.text[...] else { return nil }
        return
            "\(Self.path):\(heading + 1): the card says “\(time ?? "nothing")” of its time, step.yml \(step.time.text)"
    }
}
