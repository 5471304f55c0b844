internal import CheckpointCourse
internal import CheckpointSystem
internal import Foundation

/// The results of a single process of a bundle's run.
struct BundleRunPart: Sendable {
    let events: TestEvents
    let ending: LimitedRun.Ending
    /// The end of the output.
    var output: String
    let limits: Limits
    /// Time limit in seconds of the test that was running.
    let limitSeconds: Double
    /// Ids of the tests that were meant to run.
    let selected: Set<String>
    /// Canary test, which must fail; nil outside grading.
    var canary: CanaryTest?

    /// True when the run came to its own end.
    var isComplete: Bool { events.hasRunEnded && hasExpectedEnd }

    /// The test that began and didn't end.
    var culprit: String? { isComplete ? nil : events.running.last { selected.contains($0) } }

    /// Numbers of the steps with a test that may have cut the run short. If the run names a body that isn't written,
    /// only that body's step.
    var suspects: Set<Int> {
        if ending == .exited(86), let mark = NotWrittenMark(in: output) { return [mark.step] }
        return Set(events.running.map(step))
    }

    func step(_ id: String) -> Int { Course.number(ofTest: id) ?? 0 }

    /// Verdicts of the tests that ended or were skipped.
    var verdicts: [String: BundleRun.Result] {
        var results: [String: BundleRun.Result] = [:]
        for id in events.ended where selected.contains(id) {
            guard let title = events.titles[id] else { continue }
            results[id] = judged(id, title)
            results[id]?.time = events.time(of: id)
        }
        // A passed test counts only once it is clear that the report is genuine.
        if !isSealed || !hasExpectedEnd { results = results.filter { $0.value.outcome != .passed } }
        for (id, reason) in events.skipped {
            results[id] = BundleRun.Result(title: events.titles[id] ?? id, outcome: .skipped, message: reason)
        }
        return results
    }

    /// Returns the verdict on the test that didn't end.
    func blame(_ id: String) -> BundleRun.Result {
        var result = BundleRun.Result(title: events.titles[id] ?? id, outcome: .crashed)
        result.time = events.time(of: id)
        switch ending {
        case .exited(86) where NotWrittenMark(in: output) != nil:
            result.outcome = .notWritten
            result.mark = NotWrittenMark(in: output)
            result.message = result.mark?.task ?? ""
        case .exited where isComplete:
            result.outcome = .wrong
            result.message = "Something failed outside of the test that made it."
        case .exited(let status):
            result.outcome = .exited
            result.message =
                "Your code ended the whole process (exit status \(status)) before the test was over. "
                + "Return or throw instead of calling exit."
        case .signalled(let signal):
            result.message = crash(signal)
        case .silent:
            result.outcome = .timedOut
            result.message =
                "It didn't finish within \(Int(limitSeconds)) s. Look for a loop that never stops, or for an "
                + "await that never returns."
        case .outputLimitExceeded:
            result.outcome = .outputLimitExceeded
            result.message = "It printed more than \(limits.outputBytes >> 20) MiB and was stopped."
        case .processLimitExceeded(let count):
            result.outcome = .processLimitExceeded
            result.message = "It started \(count) processes and was stopped; \(limits.processCount) are allowed."
        case .outOfMemory:
            result.outcome = .outOfMemory
            result.message = "It took more than \(limits.memoryBytes >> 20) MiB of memory and was stopped."
        case .outOfTime:
            result.outcome = .timedOut
            result.message = "The check ran out of time."
        }
        return result
    }

    private func judged(_ id: String, _ title: String) -> BundleRun.Result {
        guard let issues = events.issues[id], !issues.isEmpty else {
            if events.cancelled.contains(id) {
                return BundleRun.Result(
                    title: title, outcome: .wrong,
                    message: "Your code cancelled the test's task, so the test didn't finish.")
            }
            return BundleRun.Result(title: title, outcome: .passed)
        }
        if let mark = issues.lazy.compactMap(\.mark).first {
            return BundleRun.Result(title: title, outcome: .notWritten, message: mark.task, mark: mark)
        }
        // The first few messages are enough: the others are often their consequence.
        let messages = issues.prefix(3).map(\.message)
        return BundleRun.Result(title: title, outcome: .wrong, message: messages.joined(separator: "\n"))
    }

    private func crash(_ signal: Int32) -> String {
        let fatal = output.split(separator: "\n").last { $0.contains("Fatal error") }
        if let fatal, let text = fatal.firstRange(of: "Fatal error") {
            return "It crashed. \(fatal[text.lowerBound...])"
        }
        if signal == 11 { return "It crashed (signal 11). The usual cause is a function that calls itself for ever." }
        return "It crashed (signal \(signal))."
    }
}

/// Checks that a run's report can have come from the official tests.
extension BundleRunPart {
    /// True when the canary test failed in each of the expected ways and in no other. True when there is no canary
    /// test.
    var isSealed: Bool {
        guard let canary else { return true }
        guard events.issues[canary.testID] == nil else { return false }
        let said = (events.knownIssues[canary.testID] ?? []).map(\.message)
        let expected = canary.messages
        return said.count == expected.count && expected.allSatisfy { words in said.contains { $0.contains(words) } }
    }

    /// True unless the run reported all tests as run and the process ended in another way than Swift Testing ends it:
    /// with status 1 if anything failed, otherwise with 0. True when there is no canary test.
    var hasExpectedEnd: Bool {
        canary == nil || !events.hasRunEnded || ending == .exited(events.hasFailures ? 1 : 0)
    }

    /// True when passed tests count.
    ///
    /// When grading, none counts in a run that was cut short: code may have reported the end of its test, and ended the
    /// process before the test did. And none counts beside a failure: the exit status tells that something failed, but
    /// not how much of it the report leaves out.
    var isConclusive: Bool { canary == nil || isComplete && !events.hasFailures }

    /// Returns the verdicts that count.
    func conclusive(_ verdicts: [String: BundleRun.Result]) -> [String: BundleRun.Result] {
        isConclusive ? verdicts : verdicts.filter { $0.value.outcome != .passed }
    }

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
    /// A run that came to its end exits with the status that its report leads to. If the process was ended by a signal or
    /// had to be stopped, it may be an accident: no passed test of that run counts, and its tests run again.
    var forgery: String? {
        guard let canary else { return nil }
        if events.isContradictory { return "a test ended that hadn't started, or ended twice, or ended after the run" }
        let known = selected.union([canary.testID])
        if let stranger = events.started.first(where: { !known.contains($0) }) {
            return "\(stranger) was reported, though it wasn't asked to run"
        }
        guard events.hasRunEnded else { return nil }
        if !isSealed {
            return
                "the run was reported as complete without the test that must fail, or with \"==\" or \"expect\" redefined"
        }
        guard case .exited(let status) = ending, !hasExpectedEnd, NotWrittenMark(in: output) == nil else { return nil }
        if status == 1 { return "the process said that something failed, and its report has no failure" }
        return status == 0
            ? "the process reported no failure, but its report has failures"
            : "all tests were reported as run, but the process exited with status \(status), which no test run does"
    }
}

/// A selection of tests from a module, as arguments for Swift Testing.
struct TestSelection: Sendable {
    let module: String
    /// Test ids, such as `Step08EngineTests/greaterWins()`.
    let ids: [String]

    /// Patterns that are anchored at both ends, so that they match no other test. Each has many tests, because Swift Testing
    /// compares every test of the bundle with each pattern.
    var arguments: [String] {
        stride(from: 0, to: ids.count, by: Self.testsPerPattern).flatMap { start in
            let some = ids[start..<min(start + Self.testsPerPattern, ids.count)].map(Self.escaped)
            return ["--filter", "^\(Self.escaped(module))\\.(?:\(some.joined(separator: "|")))/"]
        }
    }

    /// Few enough that a pattern stays far below the 128 KiB that Linux allows an argument.
    private static let testsPerPattern = 200

    private static func escaped(_ text: String) -> String { NSRegularExpression.escapedPattern(for: text) }
}
