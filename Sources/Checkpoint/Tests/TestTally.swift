internal import Foundation

/// A test that failed, and what it said.
package struct TestFailure: Hashable, Sendable {
    /// Its id: module, suite, function and place.
    package let test: String
    /// The text of each issue, in the order in which they were recorded; never empty.
    package let said: [String]
}

/// How a run of Swift Testing ended, worked out from the lines of its event stream.
///
/// 1. A test passed only if it started, ended, and no issue was recorded that is not a known one.
/// 2. A test that started and never ended failed: the process died under it.
/// 3. A run without its last event, or one that ran nothing, is not green, whatever passed.
package struct TestTally: Hashable, Sendable {
    package private(set) var passed = 0
    package private(set) var failed = 0
    package private(set) var skipped = 0
    /// What failed, in the order of the ids, told again at the end of a run whose output nobody can read whole.
    package private(set) var failures: [TestFailure] = []
    private var isComplete = false
    private var processSucceeded: Bool

    /// - Parameter processSucceeded: whether the run's exit status was 0.
    package init(eventStream: String, processSucceeded: Bool) {
        self.processSucceeded = processSucceeded
        var functions: Set<String> = []
        var started: Set<String> = []
        var ended: Set<String> = []
        var said: [String: [String]] = [:]
        var skippedIDs: Set<String> = []
        for line in eventStream.split(separator: "\n") {
            guard let record = try? JSONDecoder().decode(Record.self, from: Data(line.utf8)) else { continue }
            let payload = record.payload
            if record.kind == "test", payload.kind == "function", let id = payload.id { functions.insert(id) }
            guard record.kind == "event" else { continue }
            if payload.kind == "runEnded" { isComplete = true }
            guard let id = payload.testID else { continue }
            switch payload.kind {
            case "testStarted": started.insert(id)
            case "testEnded": ended.insert(id)
            case "testSkipped": skippedIDs.insert(id)
            case "issueRecorded" where payload.isFault: said[id, default: []].append(payload.sentence)
            default: break
            }
        }
        let faulty = Set(said.keys)
        let run = functions.intersection(started).subtracting(skippedIDs)
        let passedIDs = run.intersection(ended).subtracting(faulty)
        passed = passedIDs.count
        // A suite can fail by itself, as when its limit of time is up.
        let failedIDs = run.subtracting(passedIDs).union(faulty.subtracting(functions))
        failed = failedIDs.count
        failures = failedIDs.sorted().map { TestFailure(test: $0, said: said[$0] ?? ["It began and did not end."]) }
        skipped = functions.intersection(skippedIDs).count
        // A run that died between two tests blames none of them.
        if failed == 0, !isComplete || !processSucceeded {
            failed = 1
            failures = [TestFailure(test: "the run", said: ["It broke off, or its process failed, between two tests."])]
        }
    }

    /// Several runs as one: green only if each of them is.
    package init(of runs: [TestTally]) {
        passed = runs.map(\.passed).reduce(0, +)
        failed = runs.map(\.failed).reduce(0, +)
        skipped = runs.map(\.skipped).reduce(0, +)
        failures = runs.flatMap(\.failures)
        isComplete = !runs.isEmpty && runs.allSatisfy { $0.isComplete && $0.passed + $0.failed > 0 }
        processSucceeded = runs.allSatisfy(\.processSucceeded)
    }

    /// Something ran, all of it to the end, and nothing failed.
    package var isGreen: Bool { isComplete && processSucceeded && failed == 0 && passed > 0 }

    /// `N passed, N failed`, and how many were skipped if any were.
    package var summary: String {
        "\(passed) passed, \(failed) failed" + (skipped == 0 ? "" : ", \(skipped) skipped")
    }

    private struct Record: Decodable {
        let kind: String
        let payload: Payload
    }

    private struct Payload: Decodable {
        let kind: String
        let id: String?
        let testID: String?
        let issue: Issue?
        let messages: [Message]?

        var isFault: Bool { issue.map { $0.isKnown != true && $0.severity != "warning" } ?? true }

        var sentence: String {
            let texts = (messages ?? []).map(\.text)
            return texts.isEmpty ? "An issue was recorded." : texts.joined(separator: "\n")
        }
    }

    private struct Message: Decodable {
        let text: String
    }

    private struct Issue: Decodable {
        let isKnown: Bool?
        let severity: String?
    }
}
