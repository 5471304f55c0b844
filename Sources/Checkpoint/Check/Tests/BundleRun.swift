package import CheckpointCourse
package import CheckpointSystem
internal import Foundation

/// Runs tests of a built bundle until each has a verdict, no matter what they do to the process.
///
/// 1. A verdict comes from the event stream, never from an exit status or the output.
/// 2. First, all tests run concurrently, unless it's only one. If that run is cut short, the steps that can't have caused
///    it run concurrently again. Then the tests without a verdict run one by one, on a learner's machine in a few
///    processes at a time. A test that began and didn't end is blamed, and the others go on without it. When grading, all tests of its step run again, and a test has passed only when it passed
///    in a run that came to its end and in which nothing failed.
/// 3. Each test has a time limit. For each step, the tests that didn't end and those that timed out are counted. Too
///    many of them end the step.
package struct BundleRun: Sendable {
    package let stage: Stage
    /// Folder for the event streams and the output.
    package let folder: String
    package let resources: Resources
    package let environment: [String: String?]
    package let limits: Limits
    package let deadline: ContinuousClock.Instant
    package var module = "StepTests"
    /// Additional folders that the tests may read, for when a sandbox holds them.
    package var readable: [String] = []
    /// Canary test, which must fail and so shows that reports are genuine; nil outside grading.
    package var canary: CanaryTest?
    package var progress: @Sendable (String) -> Void = { _ in }

    /// The result of a test, as far as the run can tell.
    package struct Result: Sendable {
        package var title: String
        package var outcome: Verdict.Outcome
        package var message = ""
        /// Mark of a body that isn't written yet; nil for other results.
        package var mark: NotWrittenMark?
        /// Line of a crash or time-out as `path:line`, if it could be found.
        package var place: String?
        /// Beginning and end by the runner's clock; nil if the test didn't begin.
        package var time: Range<ContinuousClock.Instant>?
    }

    /// The results of all tests.
    package struct Outcome: Sendable {
        package var results: [String: Result] = [:]
        /// True when the time limit for the whole check was reached; the results up to then count.
        package var isOutOfTime = false

        /// True when a test's process was ended, so that anything it created outside the process may still exist.
        var hasEndedProcesses: Bool {
            isOutOfTime || results.values.contains { ![.passed, .wrong, .skipped].contains($0.outcome) }
        }
    }

    /// - Throws: `Forgery`.
    package func run(_ tests: [StepTest]) async throws -> Outcome {
        var outcome = Outcome()
        do {
            try await run(tests, into: &outcome.results)
        } catch let error as CourseError where error.code == .timedOut {
            outcome.isOutOfTime = true
            for test in tests where outcome.results[test.id] == nil {
                outcome.results[test.id] = Result(title: test.id, outcome: .timedOut, message: error.description)
            }
        }
        return outcome
    }

    private func run(_ tests: [StepTest], into results: inout [String: Result]) async throws {
        guard !tests.isEmpty else { return }
        var number = -1
        if tests.count > 1 {
            number += 1
            let first = try await once(tests, parallel: true, number: number)
            results.merge(first.conclusive(first.completed)) { old, _ in old }
            if first.isComplete, first.isConclusive { return }
            let others = tests.filter { results[$0.id] == nil && !first.suspects.contains(first.step($0.id)) }
            if !others.isEmpty {
                number += 1
                let second = try await once(others, parallel: true, number: number)
                results.merge(second.conclusive(second.completed)) { old, _ in old }
            }
        }

        var deaths: [Int: Int] = [:]
        var hangs: [Int: Int] = [:]
        var unconfirmed: Set<String> = []
        // Tests that another run would say nothing about.
        var left: Set<String> = []
        while true {
            let remaining = tests.filter {
                results[$0.id] == nil && !unconfirmed.contains($0.id) && !left.contains($0.id)
            }
            guard !remaining.isEmpty else { break }
            let parts = try await oneByOne(shares(of: remaining), after: number)
            number += parts.count
            for (share, one) in parts {
                let conclusive = one.conclusive(one.verdicts)
                results.merge(conclusive) { old, _ in old }
                unconfirmed.formUnion(Set(one.verdicts.keys).subtracting(conclusive.keys))
                guard let culprit = one.culprit else {
                    if !one.isComplete, one.verdicts.isEmpty {
                        // The process ended before any test began.
                        for test in share { results[test.id] = one.blame(test.id) }
                    }
                    if one.isComplete || one.verdicts.isEmpty { left.formUnion(share.map(\.id)) }
                    continue
                }
                var blamed = one.blame(culprit)
                if [.crashed, .timedOut].contains(blamed.outcome), deaths[one.step(culprit), default: 0] < 5 {
                    let backtrace = Backtrace(run: self, test: culprit, isTimedOut: blamed.outcome == .timedOut)
                    blamed.place = try await backtrace.place(number: number)
                }
                results[culprit] = blamed
                let step = one.step(culprit)
                if blamed.outcome != .notWritten { deaths[step, default: 0] += 1 }
                if blamed.outcome == .timedOut { hangs[step, default: 0] += 1 }
                if hangs[step, default: 0] >= limits.timeoutsPerStep || deaths[step, default: 0] >= limits.deathsPerStep
                {
                    for test in tests where one.step(test.id) == step && results[test.id] == nil {
                        results[test.id] = Result(
                            title: one.events.titles[test.id] ?? test.id, outcome: .didNotRun,
                            message:
                                "It was left out because too many tests of this step time out or end the process.")
                    }
                }
            }
        }
        let provisional = unconfirmed
        try await confirm(tests.filter { provisional.contains($0.id) }, into: &results, after: number)
    }

    /// Runs the shares at the same time, each in a process of its own, in which one test runs after the other.
    private func oneByOne(
        _ shares: [[StepTest]], after number: Int
    ) async throws -> [(share: [StepTest], part: BundleRunPart)] {
        try await withThrowingTaskGroup(of: (Int, BundleRunPart).self) { runs in
            for (index, share) in shares.enumerated() {
                runs.addTask { (index, try await once(share, parallel: false, number: number + 1 + index)) }
            }
            return try await runs.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map { (shares[$0], $1) }
        }
    }

    /// Divides tests among processes. A suite stays in one, because its tests may not bear each other.
    ///
    /// Only a learner's own machine has more than one: a sandbox's limits are for one process and what it starts.
    private func shares(of tests: [StepTest]) -> [[StepTest]] {
        let count = stage.sandbox == nil ? min(Self.mostProcesses, ProcessInfo.processInfo.activeProcessorCount) : 1
        var shares = [[StepTest]](repeating: [], count: count)
        for suite in Dictionary(grouping: tests, by: \.suite).values.sorted(by: { $0[0].id < $1[0].id }) {
            guard let smallest = shares.indices.min(by: { shares[$0].count < shares[$1].count }) else { continue }
            shares[smallest] += suite
        }
        return shares.filter { !$0.isEmpty }
    }

    private static let mostProcesses = 4

    /// Runs tests again that passed in runs which were cut short or in which others failed, until each has passed in a run
    /// that came to its end without a failure.
    ///
    /// They run one by one, so the one that began last was running when the process ended, even where the stream says
    /// that it had ended before.
    private func confirm(
        _ tests: [StepTest], into results: inout [String: Result], after lastNumber: Int
    ) async throws {
        var (waiting, number) = (tests.filter { results[$0.id] == nil }, lastNumber)
        var deaths: [Int: Int] = [:]
        while !waiting.isEmpty {
            number += 1
            let part = try await once(waiting, parallel: false, number: number)
            results.merge(part.conclusive(part.verdicts)) { old, _ in old }
            if part.isComplete {
                let open = waiting.filter { results[$0.id] == nil }
                if open.count == waiting.count, open.count > 1 {
                    // Something failed outside of all tests. Fewer tests tell better which of them it was.
                    for half in [open.prefix(open.count / 2), open.suffix(from: open.count / 2)] {
                        try await confirm(Array(half), into: &results, after: number)
                    }
                    return
                }
                if open.count < waiting.count {
                    waiting = open
                    continue
                }
            }
            let ids = Set(waiting.map(\.id))
            guard !part.isComplete, let last = part.events.started.last(where: { ids.contains($0) }) else {
                // The process ended before any test began.
                for test in waiting where results[test.id] == nil { results[test.id] = part.blame(test.id) }
                return
            }
            results[last] = part.blame(last)
            let step = part.step(last)
            deaths[step, default: 0] += 1
            if deaths[step, default: 0] >= Self.mostUnconfirmedDeaths {
                for test in waiting where part.step(test.id) == step && results[test.id] == nil {
                    results[test.id] = part.blame(test.id)
                }
            }
            waiting = waiting.filter { results[$0.id] == nil }
        }
    }

    /// The number of a step's tests that may end the process after they were reported as ended. Then the step's other
    /// tests get the same verdict, because each costs a run.
    private static let mostUnconfirmedDeaths = 3

    /// A report that can't have come from the tests.
    package struct Forgery: Error {
        /// The impossible event, as a clause.
        package let description: String
    }

    /// Runs the tests in a single process.
    private func once(_ tests: [StepTest], parallel: Bool, number: Int) async throws -> BundleRunPart {
        let streamPath = "\(folder)/events-\(number).jsonl"
        let outputPath = "\(folder)/output-\(number).txt"
        let log = try EventLog(path: streamPath)
        let limit: @Sendable () -> Double = {
            if parallel { return limits.silenceSeconds }
            let current = log.read().running.last
            return tests.first { $0.id == current }?.limitSeconds ?? StepTest.defaultLimitSeconds
        }
        let ids = tests.map(\.id)
        let command = command(ids + (canary.map { [$0.testID] } ?? []), parallel: parallel, streamPath: streamPath)
        let run = LimitedRun(
            command: command, outputPath: outputPath, log: log, limits: limits, deadline: deadline,
            resources: resources,
            isSilent: {
                let silence = log.silence
                return silence > .seconds(1) && silence > .seconds(limit())
            })
        let ending = try await run.run()
        if ending == .outOfTime {
            throw CourseError(
                .timedOut,
                "The tests didn't finish within \(Int(limits.checkSeconds)) s and were stopped. "
                    + "The last one to start was \(log.read().running.last ?? "none").")
        }
        let part = BundleRunPart(
            events: log.read(), ending: ending, output: Self.tail(of: outputPath), limits: limits,
            limitSeconds: limit(), selected: Set(ids), canary: canary)
        if let forgery = part.forgery { throw Forgery(description: forgery) }
        return part
    }

    package func command(_ ids: [String], parallel: Bool, streamPath: String) -> Command {
        let selection = TestSelection(module: module, ids: ids)
        let arguments =
            (parallel ? [] : ["--no-parallel"]) + selection.arguments
            + ["--event-stream-output-path", streamPath, "--event-stream-version", "0"]
        #if os(macOS)
        // On macOS a test bundle isn't a program, so `swift test` runs it.
        var command = StagedBuild.command(["test", "--skip-build"] + arguments, in: stage)
        #else
        var command = Command(stage.bundle, ["--testing-library", "swift-testing"] + arguments)
        #endif
        command.directory = stage.root
        command.environment.merge(environment) { _, new in new }
        command.sandbox = stage.sandboxForTests(readable: [folder] + readable, writable: [streamPath])
        return command
    }

    /// The end of the output, which may be a gigabyte long.
    private static func tail(of path: String) -> String {
        guard let file = FileHandle(forReadingAtPath: path) else { return "" }
        defer { try? file.close() }
        let size = (try? file.seekToEnd()) ?? 0
        try? file.seek(toOffset: size > 65_536 ? size - 65_536 : 0)
        return String(decoding: (try? file.readToEnd()) ?? Data(), as: UTF8.self)
    }
}
