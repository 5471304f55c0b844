internal import Foundation

/// Runs a learner's tests on the reference and on each thing that is wrong.
///
/// 1. First on the reference, alone: tests that fail there say nothing of anything else, and it tells how long they take.
/// 2. Then on all of them, the reference twice more among them, in an order that chance makes. Nothing in a run tells which
///    one it is: tests that pass because they met the reference, and not because it is right, are found out.
struct TestRuns: Sendable {
    let step: Int
    let specimens: [Specimen]
    let tests: TestProgram
    /// How many runs may go on at a time.
    let together: Int
    var progress: @Sendable (String) -> Void = { _ in }

    /// Long for tests that should take a second or two; something on which they hang is caught, but costs this much.
    static let referenceLimitSeconds = 60.0
    static let leastLimitSeconds = 30.0

    /// Runs `body` where the tests meet something wrong by its number, or with nil the reference.
    typealias Surroundings =
        @Sendable (_ number: Int?, _ body: @Sendable (TestSurroundings) async throws -> JudgedRun) async throws ->
        JudgedRun

    func judgement(_ surroundings: @escaping Surroundings) async throws -> Judgement {
        progress("Running your tests on the reference")
        let begin = ContinuousClock.now
        let first = try await surroundings(nil) {
            try await tests.run(in: $0, timeoutSeconds: Self.referenceLimitSeconds)
        }
        let (alone, reason) = Self.reference([first])
        guard alone == .passed else {
            return Judgement(step: step, reference: alone, details: reason, notJudged: specimens)
        }
        progress("Running your tests on what is wrong")
        let limit = max(Self.leastLimitSeconds, 10 * begin.seconds)
        let places = [nil, nil] + specimens.indices.map(Optional.some)
        let runs = try await inAnyOrder(places) { number in
            try await surroundings(number) { try await tests.run(in: $0, timeoutSeconds: limit) }
        }
        let (reference, details) = Self.reference([first] + runs.prefix(2))
        guard reference == .passed else {
            return Judgement(step: step, reference: reference, details: details, notJudged: specimens)
        }
        let cases = zip(specimens, runs.dropFirst(2)).map { specimen, run in
            Self.judged(run, on: specimen, passed: first.passed)
        }
        return Judgement(step: step, reference: .passed, details: [], cases: cases)
    }

    private static func judged(_ run: JudgedRun, on specimen: Specimen, passed: Set<String>) -> Judgement.Case {
        // A run that had to be stopped says nothing of the tests that were under way, if others complained.
        let complained = run.complained.intersection(passed)
        let caughtBy = (complained.isEmpty ? run.failed.intersection(passed) : complained).sorted()
        let verdict: Judgement.Verdict =
            if !run.hasRun { .notRun } else if caughtBy.isEmpty && run.isWhole { .slipped } else { .caught }
        return Judgement.Case(name: specimen.name, symptom: specimen.symptom, verdict: verdict, caughtBy: caughtBy)
    }

    private static func reference(_ runs: [JudgedRun]) -> (Judgement.Reference, [String]) {
        if let task = runs.lazy.compactMap(\.task).first { return (.notWritten, [task]) }
        if runs.contains(where: { !$0.hasRun && $0.isWhole }) {
            return (.empty, ["There is no test, or all are skipped."])
        }
        let bad = runs.filter { !$0.isGreen }
        if bad.isEmpty { return (.passed, []) }
        return (bad.count < runs.count ? .flaky : .failed, bad[0].faults)
    }

    /// - Returns: one for each of `places`, in their order.
    private func inAnyOrder(
        _ places: [Int?], _ body: @escaping @Sendable (Int?) async throws -> JudgedRun
    ) async throws -> [JudgedRun] {
        try await withThrowingTaskGroup(of: (Int, JudgedRun).self) { group in
            var runs: [Int: JudgedRun] = [:]
            for (begun, index) in places.indices.shuffled().enumerated() {
                if begun >= together, let (done, run) = try await group.next() { runs[done] = run }
                group.addTask { (index, try await body(places[index])) }
            }
            for try await (done, run) in group { runs[done] = run }
            return places.indices.compactMap { runs[$0] }
        }
    }
}

/// What a learner's tests are given where they meet the reference or something wrong; it does not tell which.
struct TestSurroundings: Sendable {
    var environment: [String: String]
    /// Folders besides that they have to read, where a sandbox holds them.
    var readable: [String] = []
}
