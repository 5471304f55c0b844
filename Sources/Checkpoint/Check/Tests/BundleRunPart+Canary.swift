/// Checks that a run's report can have come from the official tests.
extension BundleRunPart {
    /// True when the canary test failed in each of the expected ways and in no other. True when there is no canary
    /// test.
    var isSealed: Bool {
        guard let canary else { return true }
        let said = (events.issues[canary.testID] ?? []).map(\.message)
        let expected = canary.messages
        return said.count == expected.count && expected.allSatisfy { words in said.contains { $0.contains(words) } }
    }

    /// True unless the run reported all tests as run and the process ended unexpectedly. In a graded run at least the
    /// canary test fails, so Swift Testing exits with status 1. True when there is no canary test.
    var hasExpectedEnd: Bool { canary == nil || !events.hasRunEnded || ending == .exited(1) }

    /// The verdicts that count after all tests ran concurrently.
    ///
    /// It is chance how far the tests got before a run was cut short. So when grading, a step runs again as a whole if
    /// any of its tests got no verdict.
    var completed: [String: BundleRun.Result] {
        let verdicts = verdicts
        guard canary != nil, !isComplete else { return verdicts }
        let open = Set(selected.filter { verdicts[$0] == nil }.map(step))
        return verdicts.filter { !open.contains(step($0.key)) }
    }

    /// The impossible event in the report, as a clause; nil when there is none.
    ///
    /// A run that came to its end has run the canary test, which fails, so its process exits with status 1. If the
    /// process was ended by a signal or had to be stopped, it may be an accident: no passed test of that run counts,
    /// and its tests run again.
    var forgery: String? {
        guard let canary else { return nil }
        if events.isContradictory { return "a test ended that had not begun, or twice, or after the run" }
        let known = selected.union([canary.testID])
        if let stranger = events.started.first(where: { !known.contains($0) }) {
            return "\(stranger) was reported, which was not to run"
        }
        guard events.hasRunEnded else { return nil }
        if !isSealed {
            return
                "the run was reported as complete, without the test that has to fail, or with \"==\" or \"#expect\" given another meaning"
        }
        guard case .exited(let status) = ending, !hasExpectedEnd, NotWrittenMark(in: output) == nil else { return nil }
        return status == 0
            ? "the process said that nothing failed, though one test has to"
            : "all tests were reported as run, and the process left with status \(status) and not as a test run leaves"
    }
}
