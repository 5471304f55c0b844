package import Foundation

/// The hints of a step, and how far a learner has read in them.
package struct Hints: Sendable {
    package struct Hint: Sendable {
        package let region: String
        /// 1, 2 or 3.
        package let level: Int
        /// How many this region has.
        package let levels: Int
        /// Markdown.
        package let text: String
    }

    private let step: Step
    private let hints: [(region: String, texts: [String])]

    package init(step: Step, _ projector: Projector) throws {
        self.step = step
        let written = Set(try projector.regions().map(\.name))
        hints = try projector.hints(of: step.number).filter { !$0.texts.isEmpty && written.contains($0.region) }
    }

    package var regions: [String] { hints.map(\.region) }

    /// All hints of a region in Markdown, the first one first; empty where there is no such region.
    package func texts(of region: String) -> [String] { hints.first { $0.region == region }?.texts ?? [] }

    /// The hint to read next.
    ///
    /// - Parameters:
    ///   - region: nil for the first that the last check pointed at, else the first with hints left.
    ///   - level: nil for the one after the last that was read.
    /// - Returns: nil when all have been read.
    /// - Throws: `CourseError.usage` when there is no such region or level.
    package func hint(region: String?, level: Int?, after progress: StepProgress) throws -> Hint? {
        if let region, !regions.contains(region) {
            throw CourseError(
                .usage,
                "Step \(step.number) has no part \"\(region)\".\(Suggestion.words(for: region, among: regions)) "
                    + "Its parts are: \(regions.joined(separator: ", ")).")
        }
        let wanted = (progress.lastCheck?.regions ?? []) + regions
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
}

extension Workspace {
    /// Notes that a hint was read.
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
