import Foundation
import TestSupport
import Testing

@testable import CheckpointGrading

@Suite("Lateness")
struct LatenessTests {
    private static func lateness(_ seconds: Double, _ policy: GradingConfig.LatePolicy) -> Lateness? {
        var config = GradingConfig()
        config.due = GradeFixture.due
        config.late = policy
        var work = GradedSubmission(name: "ada")
        work.submittedAt = GradeFixture.due.addingTimeInterval(seconds)
        return Lateness(work, config)
    }

    @Test(
        "a day counts when it has begun",
        arguments: [
            (-1.0, 0, 10_000), (0, 0, 10_000), (1, 1, 9000), (86_400, 1, 9000), (86_401, 2, 8000), (864_000, 10, 0),
            (864_001, 11, 0),
        ] as [(Double, Int, Int)])
    func days(seconds: Double, days: Int, factor: Int) throws {
        let lateness = try #require(Self.lateness(seconds, .linear(percentPerDay: Hundredths(10))))
        expect(lateness.days, equals: days)
        expect(lateness.factor, equals: factor)
    }

    @Test("a part of a second after the due second is not late")
    func fraction() throws {
        try expect(#require(Self.lateness(0.9, .zero)).factor, equals: 10_000)
        try expect(#require(Self.lateness(1, .zero)).factor, equals: 0)
    }

    @Test("a policy of none notes the days and takes nothing")
    func none() throws {
        let lateness = try #require(Self.lateness(90_000, .none))
        expect(lateness.days == 2 && lateness.factor == 10_000)
    }

    @Test("without a due date or without a time nothing is late")
    func unknown() {
        var work = GradeFixture.solved()
        expect(GradeFixture.scored(work).lateness == nil)
        var config = GradingConfig()
        config.due = GradeFixture.due
        config.late = .zero
        work.submittedAt = nil
        let scored = GradeFixture.scored(work, config)
        expect(scored.lateness == nil && scored.isTimeUnknown && scored.total == Hundredths(3))
        expect(scored.notes, equals: ["no time known"])
    }

    @Test("what is left is rounded once, from the sum")
    func rounding() {
        var config = GradingConfig()
        config.due = GradeFixture.due
        config.late = .linear(percentPerDay: Hundredths(count: 6667))
        config.each = Hundredths(count: 5)
        var work = GradeFixture.solved()
        work.submittedAt = GradeFixture.due.addingTimeInterval(5)
        // Three times 0.05 is 0.15; a third of it 0.05, where a third of each would be 0.02 and 0.06 in all.
        expect(GradeFixture.scored(work, config).total, equals: Hundredths(count: 5))
    }
}
