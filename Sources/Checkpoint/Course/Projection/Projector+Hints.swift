internal import CheckpointSystem
internal import Foundation

extension Projector {
    /// Returns three hints for each body that the learner writes, in the order of the file.
    package func hints(of step: Int) throws -> [(region: String, texts: [String])] {
        guard let found = course.step(step), !found.isComing else { return [] }
        let path = "steps/\(found.id)/hints.md"
        guard let text = try? String(contentsOfFile: course.root + "/" + path, encoding: .utf8) else {
            throw CourseError(.courseBroken, "\(path) can't be read.")
        }
        var hints: [(region: String, texts: [String])] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("# ") {
                hints.append((line.dropFirst(2).trimmingCharacters(in: .whitespaces), []))
            } else if line.hasPrefix("## "), !hints.isEmpty {
                hints[hints.count - 1].texts.append("")
            } else if !hints.isEmpty, let last = hints[hints.count - 1].texts.indices.last {
                hints[hints.count - 1].texts[last] += line + "\n"
            }
        }
        return hints.map { ($0.region, $0.texts.map { $0.trimmingCharacters(in: .newlines) }) }
    }
}
