internal import CheckpointSystem

/// A story that the demo plays with real processes. It checks itself, and ends in one line that says what held.
package protocol Story: Sendable {
    /// The word by which the command line names it.
    var name: String { get }
    /// Its line in the list of stories.
    var summary: String { get }
    /// The chapter whose commands it needs; nil for a story of part one.
    var chapter: String? { get }
    /// The verdict if every check held.
    var success: String { get }
    /// The verdict if one didn't.
    var failure: String { get }

    /// Plays the story and reports its acts and checks.
    ///
    /// - Returns: true if every check held.
    /// - Throws: `CourseError` if a process fails, or the server ends where the story doesn't end it.
    func play(on stage: DemoStage) async throws -> Bool
}

extension Story {
    package var chapter: String? { nil }
}

/// All stories.
package enum Stories {
    /// The stories in the order of the list; the first is the one that is played without a name.
    package static let all: [any Story] = [
        ConvergenceStory(), DeletesStory(), LogStory(), InsightsStory(), LiveStory(), OutboxStory(),
        RelationsStory(), RemindersStory(), WorkoutsStory(),
    ]

    /// - Throws: `CourseError.usage` with a suggestion if there's no story of this name.
    package static func named(_ name: String) throws -> any Story {
        if let story = all.first(where: { $0.name == name }) { return story }
        throw CourseError(
            .usage,
            "There is no story \"\(name)\".\(Suggestion.sentence(for: name, among: all.map(\.name))) "
                + "vitals-course demo --list has them all.")
    }
}

/// The story of two phones that edit the same weight while apart.
package struct ConvergenceStory: Story {
    package let name = "convergence"
    package let summary = "two phones edit one weight offline, sync with a real server, and end up equal"
    package let success = "the phones and the server converged, each time on the record that the order names."
    package let failure = "they did not converge as the order demands; see what FAILS above."

    package func play(on stage: DemoStage) async throws -> Bool {
        let acts = DemoStory(
            phoneA: stage.phone("A"), phoneB: stage.phone("B"), server: stage.server,
            export: stage.root + "/Tests/Fixtures/apple-health/export.xml", report: stage.report)
        return try await stage.server.process.whileRunning { try await acts.play() }
    }
}
