internal import Foundation

/// Runs a learner's tests on the reference, twice, and then on each thing that is wrong.
struct TestRuns: Sendable {
    let tests: TestProgram
    let folder: String
    let resources: Resources

    /// Long for tests that should take a second or two; an engine on which they hang is caught, but costs this much.
    static let referenceLimitSeconds = 60.0
    static let leastLimitSeconds = 10.0

    init(tests: TestProgram, folder: String, _ resources: Resources) {
        self.tests = tests
        self.folder = folder
        self.resources = resources
    }

    /// - Parameters:
    ///   - together: how many runs may go on at a time.
    ///   - surroundings: the environment in which the tests meet a wrong one by its number, or with nil the reference.
    func judgement(
        step: Int, specimens: [Specimen], together: Int,
        surroundings: @escaping @Sendable (Int?) async throws -> [String: String]
    ) async throws -> Judgement {
        let begin = ContinuousClock.now
        var runs: [TestOutcomes] = []
        for number in 1...2 {
            runs.append(
                try await tests.run(
                    name: "reference-\(number)", in: folder, environment: surroundings(nil),
                    timeoutSeconds: Self.referenceLimitSeconds, resources))
        }
        let took = ContinuousClock.now - begin
        let (reference, details) = Self.reference(runs)
        guard reference == .passed else {
            return Judgement(step: step, reference: reference, details: details, notJudged: specimens)
        }
        let limit = max(Self.leastLimitSeconds, 2 * Double(took.components.seconds + 1))
        let passed = runs[0].passed
        let cases = try await Self.map(specimens, together: together) { number, specimen in
            let outcomes = try await tests.run(
                name: specimen.name, in: folder, environment: surroundings(number), timeoutSeconds: limit, resources)
            guard outcomes.hasRun else {
                throw CourseError(
                    .courseBroken, "No test could be run on \(specimen.name).", lastLines: tail(specimen.name))
            }
            let caughtBy = outcomes.failed.intersection(passed).sorted()
            let isCaught = !caughtBy.isEmpty || outcomes.ending != .whole
            return Judgement.Case(
                name: specimen.name, symptom: specimen.symptom, verdict: isCaught ? .caught : .slipped,
                caughtBy: caughtBy)
        }
        return Judgement(step: step, reference: .passed, details: [], cases: cases)
    }

    // MARK: The reference

    private static func reference(_ runs: [TestOutcomes]) -> (Judgement.Reference, [String]) {
        if let task = runs.lazy.compactMap(\.task).first { return (.notWritten, [task]) }
        if runs.contains(where: { !$0.hasRun && $0.ending == .whole }) {
            return (.empty, ["No test ran: there is none, or all are skipped."])
        }
        let bad = runs.filter { !$0.isGreen }
        if bad.isEmpty { return (.passed, []) }
        if bad.count < runs.count {
            return (.flaky, ["The same tests ended differently when they were run twice."] + bad[0].faults)
        }
        return (.failed, bad[0].faults)
    }

    private func tail(_ name: String) -> [String] {
        let text = (try? String(contentsOfFile: "\(folder)/\(name).log", encoding: .utf8)) ?? ""
        return text.split(separator: "\n").suffix(5).map(String.init)
    }

    // MARK: A few at a time

    private static func map<Element: Sendable, Result: Sendable>(
        _ elements: [Element], together: Int,
        _ body: @escaping @Sendable (Int, Element) async throws -> Result
    ) async throws -> [Result] {
        try await withThrowingTaskGroup(of: (Int, Result).self) { group in
            var results: [Int: Result] = [:]
            for (number, element) in elements.enumerated() {
                if number >= together, let (done, result) = try await group.next() { results[done] = result }
                group.addTask { (number, try await body(number, element)) }
            }
            for try await (done, result) in group { results[done] = result }
            return elements.indices.compactMap { results[$0] }
        }
    }
}

extension TestOutcomes {
    /// What a starter still asks for; nil when everything is written.
    fileprivate var task: String? {
        let complaints = tests.sorted { $0.key < $1.key }.flatMap(\.value.complaints)
        for complaint in complaints + lastLines {
            if let place = complaint.range(of: "@@todo ") { return String(complaint[place.lowerBound...]) }
        }
        return nil
    }

    /// Each test that failed and its first complaint; then how the run ended, where it did not come to its end.
    fileprivate var faults: [String] {
        var lines = failed.sorted().map { id in
            let test = tests[id]
            return "“\(test?.title ?? id)” failed: \(test?.complaints.first ?? "it did not end.")"
        }
        switch ending {
        case .whole: break
        case .died(let words): lines.append("The run of the tests ended before its time, with \(words).")
        case .timedOut: lines.append("The run of the tests did not end in time and was stopped.")
        case .flooded: lines.append("The tests wrote more than 16 MiB and were stopped.")
        }
        return lines.isEmpty ? ["The run of the tests failed: " + (lastLines.last ?? "it said nothing.")] : lines
    }
}
