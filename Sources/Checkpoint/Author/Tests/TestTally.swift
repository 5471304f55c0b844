internal import CheckpointCheck

/// A failed test with its messages.
package struct TestFailure: Hashable, Sendable {
    /// The test's id: module, suite, function and source location.
    package let test: String
    /// The text of each issue, in the order in which they were recorded; never empty.
    package let messages: [String]
}

/// The outcome of a Swift Testing run, derived from the lines of its event stream.
///
/// 1. A test passed only if it started, ended, and recorded no issue except known ones.
/// 2. Tests that started and never ended are one failure, of the run: the process died while they ran.
/// 3. A run without its final event, or a run without tests, isn't green, no matter what passed.
package struct TestTally: Hashable, Sendable {
    package private(set) var passed = 0
    package private(set) var failed = 0
    package private(set) var skipped = 0
    /// Tests that failed and passed when they ran once more, alone, with the messages of the first run, sorted by id.
    package private(set) var unstable: [TestFailure] = []
    /// The failed tests, sorted by id. They're printed again at the end, because the output of a run is too long to
    /// read.
    package private(set) var failures: [TestFailure] = []
    private var isComplete = false
    private var processSucceeded: Bool

    /// - Parameters:
    ///   - processSucceeded: true if the run's exit status was 0.
    ///   - ending: the way the process ended, such as `signal 4`.
    package init(eventStream: String, processSucceeded: Bool, ending: String = "an error") {
        self.processSucceeded = processSucceeded
        var functions: Set<String> = []
        var started: Set<String> = []
        var ended: Set<String> = []
        var messages: [String: [String]] = [:]
        var skippedIDs: Set<String> = []
        for record in TestRecord.all(in: eventStream) {
            let payload = record.payload
            if record.kind == "test", payload.kind == "function", let id = payload.id { functions.insert(id) }
            guard record.kind == "event" else { continue }
            if payload.kind == "runEnded" { isComplete = true }
            guard let id = payload.testID else { continue }
            switch payload.kind {
            case "testStarted": started.insert(id)
            case "testEnded": ended.insert(id)
            case "testSkipped": skippedIDs.insert(id)
            case "issueRecorded" where payload.isFailure: messages[id, default: []].append(Self.sentence(payload))
            default: break
            }
        }
        let faulty = Set(messages.keys)
        let run = functions.intersection(started).subtracting(skippedIDs)
        let passedIDs = run.intersection(ended).subtracting(faulty)
        passed = passedIDs.count
        // A suite can fail by itself, for example when its time limit is exceeded.
        let failedIDs = run.subtracting(passedIDs).union(faulty.subtracting(functions))
        failures = failedIDs.sorted().compactMap { id in messages[id].map { TestFailure(test: id, messages: $0) } }
        // All tests of a bundle start early and wait for their turn. A list of them hides what happened.
        let unfinished = failedIDs.subtracting(faulty).sorted()
        if !unfinished.isEmpty {
            let names = unfinished.prefix(3).joined(separator: ", ")
            let count = unfinished.count == 1 ? "1 test" : "\(unfinished.count) tests"
            let message = "Its process ended with \(ending), and \(count) hadn't finished: \(names)"
            failures.append(
                TestFailure(test: "the run", messages: [message + (unfinished.count > 3 ? ", …" : "")]))
        }
        failed = failures.count
        skipped = functions.intersection(skippedIDs).count
        // If a run dies between two tests, none of them is to blame.
        if failed == 0, !isComplete || !processSucceeded {
            failed = 1
            failures = [
                TestFailure(test: "the run", messages: ["It stopped, or its process failed, between two tests."])
            ]
        }
    }

    /// The failed tests if they may run once more: a few, in a run that reached its end. If many fail or the process
    /// died, that isn't chance.
    package func retryable(most: Int = 5) -> [TestFailure] {
        isComplete && failed <= most && failures.allSatisfy { $0.test.contains("/") } ? failures : []
    }

    /// Counts the failed tests as passed, but unstable, if a run of just these tests is green.
    package func afterRetry(_ retry: TestTally) -> TestTally {
        guard failed > 0, retry.isGreen, retry.passed == failed else { return self }
        var tally = self
        tally.passed += failed
        tally.unstable = failures
        (tally.failed, tally.failures, tally.processSucceeded) = (0, [], true)
        return tally
    }

    /// Combines several runs; the result is green only if each of them is.
    package init(of runs: [TestTally]) {
        passed = runs.map(\.passed).reduce(0, +)
        failed = runs.map(\.failed).reduce(0, +)
        skipped = runs.map(\.skipped).reduce(0, +)
        failures = runs.flatMap(\.failures)
        unstable = runs.flatMap(\.unstable)
        isComplete = !runs.isEmpty && runs.allSatisfy { $0.isComplete && $0.passed + $0.failed > 0 }
        processSucceeded = runs.allSatisfy(\.processSucceeded)
    }

    /// True if at least one test ran, all of them ended, and none failed.
    package var isGreen: Bool { isComplete && processSucceeded && failed == 0 && passed > 0 }

    /// The counts `N passed, N failed`, and the numbers skipped and unstable if there were any.
    package var summary: String {
        "\(passed) passed, \(failed) failed" + (skipped == 0 ? "" : ", \(skipped) skipped")
            + (unstable.isEmpty ? "" : ", \(unstable.count) unstable")
    }

    private static func sentence(_ payload: TestRecord.Payload) -> String {
        let texts = (payload.messages ?? []).map(\.text)
        return texts.isEmpty ? "An issue was recorded." : texts.joined(separator: "\n")
    }
}
