internal import CheckpointSystem
internal import Foundation

/// Runs a learner's tests on the reference and on each mutant.
///
/// 1. The reference runs first and alone. If tests fail there, their other results mean nothing. This run also shows
///    how long the tests take.
/// 2. Then the tests run on every mutant and twice more on the reference, in random order. A run has no way to tell
///    which one it is on. That exposes tests that recognise the reference instead of checking its behaviour.
/// 3. A mutant whose fault is a race gets further runs while it survives, and the reference with it.
struct TestRuns: Sendable {
    let step: Int
    let mutants: [Mutant]
    let tests: TestProgram
    /// Maximum number of concurrent runs.
    let together: Int
    var progress: @Sendable (String) -> Void = { _ in }

    /// Time limits in seconds. They are long for tests that should take a second or two. A mutant on which the tests
    /// time out is killed, but costs this much.
    static let referenceLimitSeconds = 60.0
    static let leastLimitSeconds = 30.0

    /// Runs `body` in the environment of the mutant with this index, or of the reference if it is nil.
    typealias Environment =
        @Sendable (_ number: Int?, _ body: @Sendable (TestEnvironment) async throws -> MutantRun) async throws ->
        MutantRun

    func mutationReport(_ environment: @escaping Environment) async throws -> MutationReport {
        progress("Running your tests on the reference")
        let begin = ContinuousClock.now
        let first = try await environment(nil) {
            try await tests.run(in: $0, timeoutSeconds: Self.referenceLimitSeconds)
        }
        let (alone, reason) = Self.reference([first])
        guard alone == .passed else {
            return MutationReport(step: step, reference: alone, details: reason, notJudged: mutants)
        }
        progress("Running your tests on the mutants")
        let limit = max(Self.leastLimitSeconds, 10 * begin.seconds)
        let places = [nil, nil] + mutants.indices.map(Optional.some)
        let runs = try await inAnyOrder(places) { number in
            try await environment(number) { try await tests.run(in: $0, timeoutSeconds: limit) }
        }
        let (reference, details) = Self.reference([first] + runs.prefix(2))
        guard reference == .passed else {
            return MutationReport(step: step, reference: reference, details: details, notJudged: mutants)
        }
        var cases = zip(mutants, runs.dropFirst(2)).map { mutant, run in
            Self.judged(run, on: mutant, passed: first.passed)
        }
        for round in 2...max(2, mutants.map(\.runs).max() ?? 0) {
            let again = mutants.indices.filter { cases[$0].verdict == .survived && mutants[$0].runs >= round }
            guard !again.isEmpty else { break }
            let runs = try await inAnyOrder([nil] + again) { number in
                try await environment(number) { try await tests.run(in: $0, timeoutSeconds: limit) }
            }
            let (reference, details) = Self.reference([first] + runs.prefix(1))
            guard reference == .passed else {
                return MutationReport(step: step, reference: reference, details: details, notJudged: mutants)
            }
            for (index, run) in zip(again, runs.dropFirst()) {
                cases[index] = Self.judged(run, on: mutants[index], passed: first.passed)
            }
        }
        return MutationReport(step: step, reference: .passed, details: [], cases: cases)
    }

    private static func judged(_ run: MutantRun, on mutant: Mutant, passed: Set<String>) -> MutationReport.Case {
        // When a run had to be stopped, the tests still running count as failed only if no test reported an issue.
        let complained = run.complained.intersection(passed)
        let killedBy = (complained.isEmpty ? run.failed.intersection(passed) : complained).sorted()
        let verdict: MutationReport.Verdict =
            if !run.hasRun { .notRun } else if killedBy.isEmpty && run.isWhole { .survived } else { .killed }
        return MutationReport.Case(name: mutant.name, symptom: mutant.symptom, verdict: verdict, killedBy: killedBy)
    }

    private static func reference(_ runs: [MutantRun]) -> (MutationReport.Reference, [String]) {
        if let task = runs.lazy.compactMap(\.task).first { return (.notWritten, [task]) }
        if runs.contains(where: { !$0.hasRun && $0.isWhole }) {
            return (.empty, ["There are no tests, or all are skipped."])
        }
        let bad = runs.filter { !$0.isGreen }
        if bad.isEmpty { return (.passed, []) }
        return (bad.count < runs.count ? .flaky : .failed, bad[0].failures)
    }

    /// - Returns: a run for each of `places`, in their order.
    private func inAnyOrder(
        _ places: [Int?], _ body: @escaping @Sendable (Int?) async throws -> MutantRun
    ) async throws -> [MutantRun] {
        try await withThrowingTaskGroup(of: (Int, MutantRun).self) { group in
            var runs: [Int: MutantRun] = [:]
            for (begun, index) in places.indices.shuffled().enumerated() {
                if begun >= together, let (done, run) = try await group.next() { runs[done] = run }
                group.addTask { (index, try await body(places[index])) }
            }
            for try await (done, run) in group { runs[done] = run }
            return places.indices.compactMap { runs[$0] }
        }
    }
}

/// The environment that a learner's tests get for a run. It doesn't reveal whether they meet the reference
/// or a mutant.
struct TestEnvironment: Sendable {
    var environment: [String: String]
}

/// A program that holds a learner's tests. It runs as often as needed, against one engine or server at a time.
struct TestProgram: Sendable {
    let command: Command
    let limits: Limits
    /// Folder for event streams and output.
    let folder: String
    let resources: Resources

    func run(in environment: TestEnvironment, timeoutSeconds: Double) async throws -> MutantRun {
        // The tests can see this path, so it must not reveal whether they run on the reference or on a mutant.
        let path = folder + "/" + UUID().uuidString
        let events = path + ".jsonl"
        var command = command
        command.arguments += ["--event-stream-output-path", events, "--event-stream-version", "0"]
        for (key, value) in environment.environment { command.environment[key] = value }
        command.sandbox?.writable += [events]
        let log = try EventLog(path: events)
        let run = LimitedRun(
            command: command, outputPath: path + ".txt", log: log, limits: limits,
            deadline: .now + .seconds(timeoutSeconds), resources: resources, isSilent: { false })
        let ending = try await run.run()
        return MutantRun(events: log.read(), ending: ending, output: Self.end(of: path + ".txt"))
    }

    /// The last 16 KiB of a run's output.
    private static func end(of path: String) -> String {
        guard let file = FileHandle(forReadingAtPath: path) else { return "" }
        defer { try? file.close() }
        let size = (try? file.seekToEnd()) ?? 0
        try? file.seek(toOffset: size > 16_384 ? size - 16_384 : 0)
        return String(decoding: (try? file.readToEnd()) ?? Data(), as: UTF8.self)
    }
}
