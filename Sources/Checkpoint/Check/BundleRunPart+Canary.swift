/// Whether what a run reported can have come from the official tests.
extension BundleRunPart {
    /// The test that must fail did, in each of its ways and in no other; true where there is none.
    var isSealed: Bool {
        guard let canary else { return true }
        let said = (events.issues[canary.testID] ?? []).map(\.message)
        let expected = canary.messages
        return said.count == expected.count && expected.allSatisfy { words in said.contains { $0.contains(words) } }
    }

    /// Whether the process came to the end to which a graded run comes, where it says that all tests ran: one has failed, and
    /// Swift Testing leaves with status 1. True where there is none.
    var hasExpectedEnd: Bool { canary == nil || !events.hasRunEnded || ending == .exited(1) }

    /// The verdicts that stand when all tests ran side by side.
    ///
    /// How far they came before a run was cut short is chance. Where they count for a grade, a step of which one test came to
    /// no verdict runs again as a whole.
    var completed: [String: BundleRun.Result] {
        let verdicts = verdicts
        guard canary != nil, !isComplete else { return verdicts }
        let open = Set(selected.filter { verdicts[$0] == nil }.map(step))
        return verdicts.filter { !open.contains(step($0.key)) }
    }

    /// What cannot be, as a clause; nil where all is as it should be.
    ///
    /// A run that came to its end has run the canary, which fails: such a process ends with status 1. One that was ended by a
    /// signal then, or had to be stopped, may be an accident: nothing that passed in it counts, and its tests run again.
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
