internal import CheckpointCheck
package import CheckpointCourse

/// Gives the points; no other code does.
package struct Score: Sendable {
    package let config: GradingConfig
    /// The requested steps.
    package let steps: [Step]

    package init(_ config: GradingConfig, steps: [Step]) {
        self.config = config
        self.steps = steps
    }

    /// Returns the scored submissions of a class, sorted by name.
    package func all(_ entries: [ClassEntry]) -> [ScoredSubmission] {
        entries.sorted { ClassEntry.precedes($0.name, $1.name) }.map(callAsFunction)
    }

    /// Returns the scored submission of an entry.
    package func callAsFunction(_ entry: ClassEntry) -> ScoredSubmission {
        let found = entry.submission
        let status: ScoredSubmission.Status =
            found == nil
            ? .missing : found?.problem == nil ? .graded : found?.isGraderError == true ? .notJudged : .notReadable
        let scoredSteps = steps.map { step in
            self.scored(step, status == .graded ? found?.steps.first { $0.number == step.number } : nil, status)
        }
        let earned = scoredSteps.map(\.points).sum
        let lateness = found.flatMap { Lateness($0, config) }
        return ScoredSubmission(
            name: entry.name, rosterName: entry.rosterName, isOnRoster: entry.isOnRoster, status: status,
            steps: scoredSteps, lateness: lateness,
            isTimeUnknown: found != nil && found?.submittedAt == nil && config.due != nil, earned: earned,
            total: earned.part(lateness?.factor ?? 10_000), max: scoredSteps.map(\.max).sum, found: found)
    }

    private func scored(_ step: Step, _ graded: GradedStep?, _ status: ScoredSubmission.Status) -> ScoredStep {
        let outcome = graded?.outcome ?? (status == .graded ? .didNotRun : nil)
        // A learner who builds one front end isn't judged by the tests of the other front end.
        let judged = graded.map { Set($0.verdicts.map(\.id)) } ?? []
        let tests = step.tests.filter { judged.isEmpty || judged.contains($0.id) }.map { test in
            let verdict = graded?.verdicts.first { $0.id == test.id }
            let counts = verdict?.passed == true && outcome?.isBelieved == true
            let worth = config.unit == .test ? config.worth(of: test, in: step) : nil
            return ScoredTest(
                id: test.id, verdict: verdict, counts: counts, points: worth.map { counts ? $0 : .zero }, max: worth)
        }
        let max = config.unit == .test ? tests.compactMap(\.max).sum : config.worth(of: step)
        let points =
            switch config.unit {
            case .step: outcome == .passed ? max : .zero
            case .test: tests.compactMap(\.points).sum
            }
        return ScoredStep(
            number: step.number, title: step.title, outcome: outcome, points: points, max: max, tests: tests,
            note: graded?.note ?? "", seconds: graded?.seconds, passedCount: tests.filter(\.counts).count)
    }
}

extension GradedStep.Outcome {
    /// True when the step's tests ran and its results really came from them.
    var isBelieved: Bool {
        switch self {
        case .passed, .failed, .timedOut, .crashed: true
        case .didNotBuild, .didNotRun, .tampered: false
        }
    }
}
