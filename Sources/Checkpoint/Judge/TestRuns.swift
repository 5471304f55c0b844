/// Runs a learner's tests on the reference, twice, and then on each thing that is wrong.
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

    /// Runs `body` in the environment in which the tests meet something wrong by its number, or with nil the reference.
    typealias Surroundings =
        @Sendable (_ number: Int?, _ body: @Sendable ([String: String]) async throws -> JudgedRun) async throws ->
        JudgedRun

    func judgement(_ surroundings: @escaping Surroundings) async throws -> Judgement {
        progress("Running your tests on the reference")
        let begin = ContinuousClock.now
        var runs: [JudgedRun] = []
        for name in ["reference-1", "reference-2"] {
            let run = try await surroundings(nil) { environment in
                try await tests.run(
                    name: name, environment: environment, timeoutSeconds: Self.referenceLimitSeconds)
            }
            runs.append(run)
        }
        let limit = max(Self.leastLimitSeconds, 5 * begin.seconds)
        let (reference, details) = Self.reference(runs)
        guard reference == .passed else {
            return Judgement(step: step, reference: reference, details: details, notJudged: specimens)
        }
        progress("Running your tests on what is wrong")
        let passed = runs[0].passed
        let cases = try await map { number, specimen in
            let run = try await surroundings(number) { environment in
                try await tests.run(name: specimen.name, environment: environment, timeoutSeconds: limit)
            }
            guard run.hasRun else {
                let lines = run.output.split(separator: "\n").suffix(5).map(String.init)
                throw CourseError(.courseBroken, "No test could be run on \(specimen.name).", lastLines: lines)
            }
            // A run that had to be stopped says nothing of the tests that were under way, if others complained.
            let complained = run.complained.intersection(passed)
            let caughtBy = (complained.isEmpty ? run.failed.intersection(passed) : complained).sorted()
            return Judgement.Case(
                name: specimen.name, symptom: specimen.symptom,
                verdict: caughtBy.isEmpty && run.isWhole ? .slipped : .caught, caughtBy: caughtBy)
        }
        return Judgement(step: step, reference: .passed, details: [], cases: cases)
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

    private func map(
        _ body: @escaping @Sendable (Int, Specimen) async throws -> Judgement.Case
    ) async throws -> [Judgement.Case] {
        try await withThrowingTaskGroup(of: (Int, Judgement.Case).self) { group in
            var cases: [Int: Judgement.Case] = [:]
            for (number, specimen) in specimens.enumerated() {
                if number >= together, let (done, found) = try await group.next() { cases[done] = found }
                group.addTask { (number, try await body(number, specimen)) }
            }
            for try await (done, found) in group { cases[done] = found }
            return specimens.indices.compactMap { cases[$0] }
        }
    }
}
