import Foundation
import StepSupport

@testable import CheckpointCheck
@testable import CheckpointCourse
@testable import CheckpointGrading

/// A course of three steps with six tests, and submissions to it.
enum GradeFixture {
    static let due = Date(timeIntervalSince1970: 1_800_000_000)

    static let steps = [
        step(1, "The scaffold", ["Step01ScaffoldTests/builds()"]),
        step(2, "The greeting", ["Step02GreetingTests/hello()", "Step02GreetingTests/name(values:)"]),
        step(3, "The store", (1...3).map { "Step03StoreTests/keeps\($0)()" }),
    ]

    static let course = Course(
        root: "/nowhere", version: "1.2.3", frontend: nil, steps: steps + [step(4, "A face", [], isComing: true)],
        repositoryFolders: [], runnerFolders: [])

    static func step(_ number: Int, _ title: String, _ tests: [String], isComing: Bool = false) -> Step {
        Step(
            number: number, id: "0\(number)-step", title: title, aim: "", proves: "", time: ExpectedTime(1, 1),
            requires: [],
            owns: [],
            needs: [], products: [],
            tests: tests.map { StepTest(id: $0, region: nil, limitSeconds: 10) }, isComing: isComing)
    }

    static func verdict(_ id: String, _ outcome: Verdict.Outcome = .passed, _ message: String = "") -> Verdict {
        Verdict(
            id: id, step: Course.number(ofTest: id) ?? 0, title: "what \(id) says", outcome: outcome, message: message)
    }

    /// Returns a step whose tests all have the same outcome.
    static func graded(
        _ number: Int, _ outcome: GradedStep.Outcome, _ tests: Verdict.Outcome, message: String = ""
    ) -> GradedStep {
        GradedStep(
            number: number, outcome: outcome,
            verdicts: steps[number - 1].tests.map { verdict($0.id, tests, message) })
    }

    /// Returns a submission whose tests all pass.
    static func solved(_ name: String = "ada") -> GradedSubmission {
        var submission = GradedSubmission(name: name)
        submission.submittedAt = due.addingTimeInterval(-60)
        submission.reached = 3
        submission.steps = (1...3).map { graded($0, .passed, .passed) }
        return submission
    }

    static func scored(
        _ submission: GradedSubmission, _ config: GradingConfig = GradingConfig()
    ) -> ScoredSubmission {
        Score(config, steps: steps)(ClassEntry(submission))
    }

    // MARK: A whole class

    /// Returns a class with every kind of submission.
    static func classOf(_ count: Int, seed: UInt64) throws -> [ClassEntry] {
        var generator = CaseGenerator(seed: seed)
        let submissions = (0..<count).map { submission("learner-\($0)", &generator) }
        let roster = Dictionary(
            uniqueKeysWithValues: (0..<count + 2).filter { $0 != 1 }.map { index in
                ("learner-\(index)", hostile[index % hostile.count])
            })
        return try ClassEntry.all(submissions, roster: roster)
    }

    private static func submission(_ name: String, _ generator: inout CaseGenerator) -> GradedSubmission {
        var submission = GradedSubmission(name: name)
        if generator.once(in: 8) {
            submission.problem = generator.one(of: hostile)
            return submission
        }
        if !generator.once(in: 6) {
            submission.submittedAt = due.addingTimeInterval(Double(generator.integer(in: -9...9)) * 40_000)
        }
        submission.revision = "0123456789abcdef"
        submission.hints = [3: ["add": 2, "keep`s": 1]]
        submission.appliedSolutions = generator.once(in: 2) ? [2] : []
        submission.flags = [SourceFlag(path: "Sources/A.swift", line: 3, means: "_exit", text: "_exit(0)")]
        submission.editedCopies = ["Tests/StepTests/A.swift"]
        submission.errors = [CompilerDiagnostic(path: "A`.swift", line: 1, message: generator.one(of: hostile))]
        submission.steps = steps.map { graded($0, &generator) }
        return submission
    }

    private static func graded(_ step: Step, _ generator: inout CaseGenerator) -> GradedStep {
        let outcome = generator.one(of: GradedStep.Outcome.allCases)
        var graded = GradedStep(number: step.number, outcome: outcome, verdicts: [], note: generator.one(of: hostile))
        for test in step.tests {
            let holds = outcome == .passed || generator.once(in: 2)
            let found = holds ? .passed : generator.one(of: [Verdict.Outcome.wrong, .notWritten, .timedOut, .skipped])
            var verdict = verdict(test.id, found, holds ? "" : generator.one(of: hostile))
            verdict.title = generator.one(of: hostile)
            verdict.place = "Sources/`A`.swift:3"
            verdict.mistake = Verdict.Mistake(number: 2, name: "late", title: "Too | late")
            graded.verdicts.append(verdict)
        }
        graded.seconds = 0.25
        return graded
    }

    /// Texts that a learner may write where plain words are expected.
    static let hostile = [
        "fine", "=SUM(A1:A9)", "# A heading", "a, \"quoted\"\r\n::error::x\n\n# forged\n<script>x</script>",
        "``````\n# out of the fence\n```", "]]></failure><x>&amp;\u{0}\u{1B}[31m\u{FFFE}", "| a | b |\n|---|---|\n",
        "\u{202E}desrever", "Step\n====\n- item\n***", "  ##[set-output name=x]1", "@everyone", "emoji 👩‍👩‍👧 é",
    ]
}
