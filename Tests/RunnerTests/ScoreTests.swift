import Foundation
import TestSupport
import Testing

@testable import CheckpointCheck
@testable import CheckpointGrading
@testable import CheckpointSystem

@Suite("Points")
struct ScoreTests {
    private static let perTest: GradingConfig = {
        var config = GradingConfig()
        config.unit = .test
        config.each = Hundredths(count: 250)
        return config
    }()

    @Test("a step counts when it passed, a test when it holds")
    func units() {
        var work = GradeFixture.solved()
        work.steps[2] = GradeFixture.graded(3, .failed, .passed)
        work.steps[2].verdicts[1] = GradeFixture.verdict("Step03StoreTests/keeps2()", .wrong, "no")
        let bySteps = GradeFixture.scored(work)
        expect(bySteps.steps.map(\.points.text), equals: ["1", "1", "0"])
        expect(bySteps.total == Hundredths(2) && bySteps.max == Hundredths(3))
        let byTests = GradeFixture.scored(work, Self.perTest)
        expect(byTests.steps.map(\.points.text), equals: ["2.5", "5", "5"])
        expect(byTests.steps.map(\.passedCount), equals: [1, 2, 2])
        expect(byTests.total.text == "12.5" && byTests.max.text == "15")
    }

    @Test(
        "a test that holds earns nothing in a step whose results cannot be believed",
        arguments: [GradedStep.Outcome.tampered, .didNotBuild, .didNotRun])
    func unbelieved(outcome: GradedStep.Outcome) {
        var work = GradeFixture.solved()
        work.steps[2] = GradeFixture.graded(3, outcome, .passed)
        for config in [GradingConfig(), Self.perTest] {
            let step = GradeFixture.scored(work, config).steps[2]
            expect(step.points == .zero && step.passedCount == 0)
            expect(step.tests.allSatisfy { !$0.counts })
        }
    }

    @Test(
        "tests of a step that timed out or crashed count when each of them does",
        arguments: [
            GradedStep.Outcome.timedOut, .crashed, .failed,
        ])
    func broken(outcome: GradedStep.Outcome) {
        var work = GradeFixture.solved()
        work.steps[2] = GradeFixture.graded(3, outcome, .passed)
        expect(GradeFixture.scored(work).steps[2].points, equals: .zero)
        expect(GradeFixture.scored(work, Self.perTest).steps[2].points.text, equals: "7.5")
    }

    @Test("a verdict on a test that is not of the step earns nothing, nor does one that is told twice")
    func foreign() {
        var work = GradeFixture.solved()
        let own = GradeFixture.verdict("Step02GreetingTests/hello()")
        work.steps[1].verdicts = [own, own, GradeFixture.verdict("Step02GreetingTests/made-up()")]
        expect(GradeFixture.scored(work, Self.perTest).steps[1].points.text, equals: "2.5")
    }

    @Test("who handed nothing in, or nothing readable, has no points of all there are")
    func nothing() {
        var unreadable = GradedSubmission(name: "bob")
        unreadable.problem = "It is damaged."
        let entries = [ClassEntry(unreadable), ClassEntry(missing: "eve", rosterName: "Eve")]
        let scored = Score(Self.perTest, steps: GradeFixture.steps).all(entries)
        expect(scored.map(\.status), equals: [.notReadable, .missing])
        expect(scored.allSatisfy { $0.total == .zero && $0.max == Hundredths(15) })
        expect(scored.flatMap(\.steps).allSatisfy { $0.outcome == nil })
    }

    @Test("a step that grading says nothing of did not run; one that was not asked for counts nowhere")
    func steps() {
        var work = GradeFixture.solved()
        work.steps.remove(at: 1)
        let scored = Score(GradingConfig(), steps: Array(GradeFixture.steps.prefix(2)))(ClassEntry(work))
        expect(scored.steps.map(\.outcome), equals: [.passed, .didNotRun])
        expect(scored.max, equals: Hundredths(2))
    }

    @Test(
        "the sum of the steps is what was earned, and what is left of it is never more",
        arguments: 0..<20 as Range<UInt64>)
    func sums(seed: UInt64) throws {
        var config = Self.perTest
        config.unit = seed.isMultiple(of: 2) ? .step : .test
        config.due = GradeFixture.due
        config.late = .linear(percentPerDay: Hundredths(count: 733))
        config.steps = [2: Hundredths(count: 333)]
        for scored in Score(config, steps: GradeFixture.steps).all(try GradeFixture.classOf(12, seed: seed)) {
            expect(scored.earned, equals: scored.steps.map(\.points).sum)
            expect(scored.max, equals: scored.steps.map(\.max).sum)
            expect(scored.steps.allSatisfy { $0.points <= $0.max && $0.passedCount <= $0.tests.count })
            expect(scored.total <= scored.earned && scored.total >= .zero)
            let isInTime = scored.lateness.map { $0.seconds == 0 } ?? true
            expect(!isInTime || scored.total == scored.earned)
        }
    }

    // MARK: Who

    @Test("the roster tells who is missing and who is not on it; the order is that of code points")
    func roster() throws {
        let submissions = ["b", "Ä", "a", "Z"].map { GradeFixture.solved($0) }
        let entries = try ClassEntry.all(submissions, roster: ["a": "Ada", "c": "Carl"])
        expect(entries.map(\.name), equals: ["Z", "a", "b", "c", "Ä"])
        expect(entries.map(\.isOnRoster), equals: [false, true, false, true, false])
        expect(entries.map(\.rosterName), equals: [nil, "Ada", nil, "Carl", nil])
        expect(entries.map { $0.submission == nil }, equals: [false, false, false, true, false])
        try expect(ClassEntry.all(submissions, roster: nil).allSatisfy { $0.isOnRoster == nil })
    }

    @Test("two submissions of one name are an error")
    func sameName() {
        #expect(throws: CourseError.self) {
            try ClassEntry.all([GradeFixture.solved("ada"), GradeFixture.solved("ada")], roster: nil)
        }
    }
}
