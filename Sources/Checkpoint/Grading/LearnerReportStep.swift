internal import CheckpointCheck
internal import CheckpointCourse

/// The part of a learner's report about a step that didn't pass.
struct LearnerReportStep {
    let step: ScoredStep
    /// Number of failures shown in full; the others are only named.
    private let shownInFull = 10

    init(_ step: ScoredStep) { self.step = step }

    var lines: [String] {
        guard let outcome = step.outcome else { return [] }
        let title = "## Step \(step.number): \(MarkdownQuote.text(step.title))"
        return ["", title, ""] + (outcome.isBelieved ? results : [reason(outcome)]) + note(outcome)
    }

    // MARK: Steps without results

    private func reason(_ outcome: GradedStep.Outcome) -> String {
        switch outcome {
        case .didNotBuild where step.note.isEmpty:
            "Your submission doesn't compile with the files of this step, so its tests couldn't run."
        case .didNotBuild: "Its tests couldn't run."
        case .didNotRun: "Its tests didn't run."
        default:
            "Its results couldn't be confirmed as those of the official tests, so they don't count. "
                + "Please ask your instructor."
        }
    }

    private func note(_ outcome: GradedStep.Outcome) -> [String] {
        step.note.isEmpty || outcome == .tampered ? [] : [""] + MarkdownQuote.block(step.note)
    }

    // MARK: Results

    private var results: [String] {
        let failing = step.tests.filter { !$0.counts }
        let verdicts = failing.compactMap(\.verdict)
        let wrong = verdicts.filter { $0.outcome != .notWritten }
        // Several tests with the same message have one cause, so the message is shown once.
        let reasons = wrong.reduce(into: [Verdict]()) { found, verdict in
            if !found.contains(where: { $0.message == verdict.message && $0.outcome == verdict.outcome }) {
                found.append(verdict)
            }
        }
        var lines = ["\(step.passedCount) of its \(step.tests.count) tests pass."]
        for verdict in reasons.prefix(shownInFull) { lines += [""] + full(verdict, among: wrong) }
        if reasons.count > shownInFull {
            lines += ["", "And \(reasons.count - shownInFull) more:", ""]
            lines += reasons.dropFirst(shownInFull).map {
                "- \(MarkdownQuote.code($0.id)): \(MarkdownQuote.text($0.title))"
            }
        }
        let silent = failing.count - verdicts.count
        if silent > 0 { lines += ["", "\(ScoredSubmission.count(silent, "test")) didn't run."] }
        return lines + toWrite(verdicts.filter { $0.outcome == .notWritten })
    }

    private func full(_ verdict: Verdict, among wrong: [Verdict]) -> [String] {
        var lines = ["- **\(verdict.outcome.label)**: \(MarkdownQuote.text(verdict.title))"]
        if !verdict.message.isEmpty { lines += [""] + MarkdownQuote.block(verdict.message, indentation: 2) }
        var ways: [String] = []
        if let place = verdict.place { ways.append("Look at \(MarkdownQuote.code(place)).") }
        if let mistake = verdict.mistake {
            let command = MarkdownQuote.code("vitals-course read \(verdict.step) --mistake \(mistake.number)")
            ways.append("The lesson explains it under “\(MarkdownQuote.text(mistake.title))”: \(command).")
        }
        let others = wrong.count { $0.message == verdict.message && $0.outcome == verdict.outcome } - 1
        if others > 0 { ways.append("\(ScoredSubmission.count(others, "other test")) for the same reason.") }
        return ways.isEmpty ? lines : lines + ["", "  " + ways.joined(separator: " ")]
    }

    /// Lists the bodies that aren't written yet, each once.
    private func toWrite(_ unwritten: [Verdict]) -> [String] {
        guard !unwritten.isEmpty else { return [] }
        var seen: Set<String> = []
        let bodies = unwritten.filter { seen.insert($0.region ?? $0.message).inserted }.map { verdict in
            let task = verdict.message.isEmpty ? verdict.title : verdict.message
            return "- \(MarkdownQuote.code(verdict.place ?? verdict.id)): \(MarkdownQuote.text(task))"
        }
        return ["", "Still to be written:", ""] + bodies
    }
}

extension Verdict.Outcome {
    fileprivate var label: String {
        switch self {
        case .passed: "passed"
        case .wrong: "failed"
        case .notWritten: "still to be written"
        case .crashed: "crashed"
        case .exited: "ended the process"
        case .timedOut: "took too long"
        case .outputLimitExceeded: "printed too much"
        case .processLimitExceeded: "started too many processes"
        case .outOfMemory: "took too much memory"
        case .skipped: "was left out"
        case .didNotRun: "didn't run"
        }
    }
}
