internal import Foundation

/// Runs tests of a built bundle until each has a verdict, whatever they do to the process.
///
/// 1. A verdict comes from the event stream and never from an exit status or from what was printed.
/// 2. First all side by side. If that run does not reach its end, the steps that cannot have ended it go on so; then the
///    tests without a verdict run one by one; the one that began and did not end is to blame, and the others go on without
///    it. In a grading all tests of its step run again.
/// 3. Each test has its limit of time; the tests that came to no end in a step are counted, and so are the hanging ones:
///    too many of them end the step.
struct BundleRun: Sendable {
    let stage: Stage
    /// Holds the event streams and the output.
    let folder: String
    let resources: Resources
    let environment: [String: String?]
    let limits: Limits
    let deadline: ContinuousClock.Instant
    var module = "StepTests"
    /// Folders besides that the tests may look into, where a sandbox holds them.
    var readable: [String] = []
    /// The test that must fail, by which reports are known to be true; nil outside of grading.
    var canary: CanaryTest?
    var progress: @Sendable (String) -> Void = { _ in }

    /// What became of one test, as far as the run can tell.
    struct Result: Sendable {
        var title: String
        var outcome: Verdict.Outcome
        var message = ""
        /// Set for a body that is still to be written.
        var mark: NotWrittenMark?
        /// Set where a crash or a hang could be traced to a line, as `path:line`.
        var place: String?
        /// By the runner's clock; nil where it did not begin.
        var time: Range<ContinuousClock.Instant>?
    }

    /// What became of the tests, all of them.
    struct Outcome: Sendable {
        var results: [String: Result] = [:]
        /// The time for the whole check was over; what was found out until then counts.
        var isOutOfTime = false

        /// Some test came to no end of its own, so that what it had outside its process stays.
        var hasEndedProcesses: Bool {
            isOutOfTime || results.values.contains { ![.passed, .wrong, .skipped].contains($0.outcome) }
        }
    }

    /// - Throws: `Forgery`.
    func run(_ tests: [StepTest]) async throws -> Outcome {
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
        let first = try await once(tests, parallel: true, limitSeconds: limits.silenceSeconds, number: 0)
        results.merge(first.completed) { old, _ in old }
        if first.isComplete { return }
        var number = 0
        let others = tests.filter { results[$0.id] == nil && !first.suspects.contains(first.step($0.id)) }
        if !others.isEmpty {
            number += 1
            let second = try await once(
                others, parallel: true, limitSeconds: limits.silenceSeconds, number: number)
            results.merge(second.completed) { old, _ in old }
        }

        var deaths: [Int: Int] = [:]
        var hangs: [Int: Int] = [:]
        while true {
            let remaining = tests.filter { results[$0.id] == nil }
            guard !remaining.isEmpty else { return }
            number += 1
            let one = try await once(remaining, parallel: false, limitSeconds: nil, number: number)
            results.merge(one.verdicts) { old, _ in old }
            guard let culprit = one.culprit else {
                if !one.isComplete, one.verdicts.isEmpty {
                    // The process came to its end before any test began.
                    for test in remaining { results[test.id] = one.blame(test.id) }
                }
                if one.isComplete || one.verdicts.isEmpty { return }
                continue
            }
            var blamed = one.blame(culprit)
            if [.crashed, .timedOut].contains(blamed.outcome), deaths[one.step(culprit), default: 0] < 5 {
                let backtrace = Backtrace(run: self, test: culprit, isHung: blamed.outcome == .timedOut)
                blamed.place = try await backtrace.place(number: number)
            }
            results[culprit] = blamed
            let step = one.step(culprit)
            if blamed.outcome != .notWritten { deaths[step, default: 0] += 1 }
            if blamed.outcome == .timedOut { hangs[step, default: 0] += 1 }
            if hangs[step, default: 0] >= limits.hangsPerStep || deaths[step, default: 0] >= limits.deathsPerStep {
                for test in tests where one.step(test.id) == step && results[test.id] == nil {
                    results[test.id] = Result(
                        title: one.events.titles[test.id] ?? test.id, outcome: .didNotRun,
                        message: "It was left out, because too many tests of this step hang or end the process.")
                }
            }
        }
    }

    /// What a run reported cannot have come from the tests.
    struct Forgery: Error {
        /// What cannot be, as a clause.
        let description: String
    }

    /// One process.
    private func once(
        _ tests: [StepTest], parallel: Bool, limitSeconds: Double?, number: Int
    ) async throws -> BundleRunPart {
        let streamPath = "\(folder)/events-\(number).jsonl"
        let outputPath = "\(folder)/output-\(number).txt"
        let log = try EventLog(path: streamPath)
        let limit: @Sendable () -> Double = {
            if let limitSeconds { return limitSeconds }
            let current = log.read().running.last
            return tests.first { $0.id == current }?.limitSeconds ?? StepTest.defaultLimitSeconds
        }
        let ids = tests.map(\.id)
        let command = command(ids + (canary.map { [$0.testID] } ?? []), parallel: parallel, streamPath: streamPath)
        let run = LimitedRun(
            command: command, outputPath: outputPath, log: log, limits: limits, deadline: deadline,
            resources: resources,
            isSilent: { log.silence > .seconds(limit()) })
        let ending = try await run.run()
        if ending == .outOfTime {
            throw CourseError(
                .timedOut,
                "The tests did not end within \(Int(limits.checkSeconds)) s and were stopped. "
                    + "The last one was \(log.read().running.last ?? "none").")
        }
        let part = BundleRunPart(
            events: log.read(), ending: ending, output: Self.tail(of: outputPath), limits: limits,
            limitSeconds: limit(), selected: Set(ids), canary: canary)
        if let forgery = part.forgery { throw Forgery(description: forgery) }
        return part
    }

    func command(_ ids: [String], parallel: Bool, streamPath: String) -> Command {
        let selection = TestSelection(module: module, ids: ids)
        let arguments =
            (parallel ? [] : ["--no-parallel"]) + selection.arguments
            + ["--event-stream-output-path", streamPath, "--event-stream-version", "0"]
        #if os(macOS)
        // A bundle is not a program there.
        var command = StagedBuild.command(["test", "--skip-build"] + arguments, in: stage)
        #else
        var command = Command(stage.bundle, ["--testing-library", "swift-testing"] + arguments)
        #endif
        command.directory = stage.root
        command.environment.merge(environment) { _, new in new }
        command.sandbox = stage.sandboxForTests(readable: [folder] + readable, writable: [streamPath])
        return command
    }

    /// The end of what a run printed, which may be a gigabyte.
    private static func tail(of path: String) -> String {
        guard let file = FileHandle(forReadingAtPath: path) else { return "" }
        defer { try? file.close() }
        let size = (try? file.seekToEnd()) ?? 0
        try? file.seek(toOffset: size > 65_536 ? size - 65_536 : 0)
        return String(decoding: (try? file.readToEnd()) ?? Data(), as: UTF8.self)
    }
}
