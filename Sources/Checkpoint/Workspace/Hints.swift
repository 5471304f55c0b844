package import CheckpointCourse
internal import CheckpointSystem
package import Foundation

/// The hints of a step, and the order in which a learner reads them.
package struct Hints: Sendable {
    package struct Hint: Sendable {
        package let region: String
        /// The hint's level: 1, 2 or 3.
        package let level: Int
        /// The number of hints for this region.
        package let levels: Int
        /// The hint in Markdown.
        package let text: String
    }

    private let step: Step
    private let part: StepPart?
    private let hints: [(region: String, texts: [String])]

    /// - Parameter part: the part of the step whose bodies to give hints for; nil for all of the step.
    package init(step: Step, part: StepPart? = nil, _ projector: Projector) throws {
        self.step = step
        self.part = part
        var written = Set(try projector.regions().map(\.name))
        if let part { written.formIntersection(part.regions) }
        hints = try projector.hints(of: step.number).filter { !$0.texts.isEmpty && written.contains($0.region) }
    }

    package var regions: [String] { hints.map(\.region) }

    /// Returns all hints of a region in Markdown, the first hint first; empty if there's no such region.
    package func texts(of region: String) -> [String] { hints.first { $0.region == region }?.texts ?? [] }

    /// Returns the hint to read next.
    ///
    /// - Parameters:
    ///   - region: nil for the first region with hints left, beginning with those that the last check pointed to.
    ///   - level: nil for the level after the last one that was read.
    /// - Returns: nil if all hints have been read.
    /// - Throws: `CourseError.usage` if there's no such region or level.
    package func hint(region: String?, level: Int?, after progress: StepProgress) throws -> Hint? {
        if let region, !regions.contains(region) {
            throw CourseError(
                .usage,
                "\(place) has no body \"\(region)\".\(Suggestion.sentence(for: region, among: regions)) "
                    + "Its bodies are: \(regions.joined(separator: ", ")).")
        }
        let wanted = (lastCheck(progress)?.regions ?? []) + regions
        let candidates = (region.map { [$0] } ?? wanted).compactMap { name in hints.first { $0.region == name } }
        for (name, texts) in candidates {
            let next = level ?? (progress.hints[name, default: 0] + 1)
            if texts.indices.contains(next - 1) {
                return Hint(region: name, level: next, levels: texts.count, text: texts[next - 1])
            }
            guard level == nil else {
                throw CourseError(.usage, "\(name) has hints 1 to \(texts.count); there is no hint \(next).")
            }
        }
        return nil
    }

    private var place: String { part.map { "Part \(step.name(of: $0))" } ?? "Step \(step.number)" }

    /// Returns the latest check of the part, or of the step or any of its parts.
    private func lastCheck(_ progress: StepProgress) -> CheckRecord? {
        if let part { return progress[part].lastCheck }
        let checks = ([progress.lastCheck] + step.ownParts.map { progress[$0].lastCheck }).compactMap(\.self)
        return checks.max { $0.at < $1.at }
    }
}

extension Workspace {
    /// Records that a hint was read.
    package func note(_ hint: Hints.Hint, of step: Step) throws {
        try update { progress in
            progress[step].hints[hint.region] = max(progress[step].hints[hint.region, default: 0], hint.level)
        }
    }

    package func noteSolutionShown(_ step: Step, at now: Date) throws {
        try update { progress in
            if progress[step].solutionShownAt == nil { progress[step].solutionShownAt = now }
        }
    }
}

/// The course's code for the bodies that a learner writes in a step.
package struct Solutions: Sendable {
    package struct Body: Encodable, Sendable {
        package let file: String
        package let region: String
        package let code: String
    }

    package let bodies: [Body]

    /// - Parameter part: the part of the step whose bodies to give; nil for all of the step.
    package init(step: Step, part: StepPart? = nil, _ projector: Projector) throws {
        bodies = try projector.markedFiles().flatMap { marked in
            marked.regions.filter { region in
                region.step == step.number && part?.regions.contains(region.name) != false
            }.compactMap { region in
                marked.snippet(region.name, in: projector.course.state(after: step.number)).map {
                    Body(file: marked.path, region: region.name, code: $0)
                }
            }
        }
    }
}
