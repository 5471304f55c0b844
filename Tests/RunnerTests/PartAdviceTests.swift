import Foundation
import TestSupport
import Testing

@testable import CheckpointCourse
@testable import CheckpointWorkspace

@Suite("What to do after a part of a step is green")
struct PartAdviceTests {
    /// Returns the advice after a part of step 20, which has four, when its parts were last checked as `verdicts` says.
    private func advice(after part: Int, _ verdicts: [Int: CheckRecord.Verdict]) throws -> String {
        let step = try #require(try Course.load(root: TestPaths.root).step(20))
        try #require(step.ownParts.map(\.number) == [1, 2, 3, 4])
        var progress = StepProgress()
        for (number, verdict) in verdicts {
            let checked = try #require(step.ownParts.first { $0.number == number })
            let check = CheckRecord(at: Date(timeIntervalSince1970: 0), verdict: verdict, passedCount: 0, tests: 1)
            progress.note(check, of: checked, isNew: true)
        }
        return progress.advice(after: try #require(step.ownParts.first { $0.number == part }), of: step)
    }

    @Test("leads on to the next part, or to one that isn't green yet")
    func forward() throws {
        try expect(advice(after: 1, [1: .passed]), equals: "On to the next part: vitals-course read 20.2")
        try expect(
            advice(after: 1, [1: .passed, 2: .wrong]), equals: "Part 20.2 isn't yet: vitals-course check 20.2")
        try expect(
            advice(after: 2, [1: .passed, 2: .passed, 3: .passed]),
            equals: "On to the next part: vitals-course read 20.4")
    }

    @Test("says what is still to do where it leads back, because a learner began in the middle")
    func back() throws {
        try expect(
            advice(after: 3, [3: .passed]),
            equals: "Still to do in step 20: 20.1, 20.2, 20.4. The first of them: vitals-course read 20.1")
        try expect(
            advice(after: 4, [1: .passed, 2: .doesNotCompile, 3: .passed, 4: .passed]),
            equals: "Still to do in step 20: 20.2. Part 20.2 isn't yet: vitals-course check 20.2")
        try expect(
            advice(after: 3, [3: .passed, 1: .passed, 2: .passed, 4: .passed]),
            equals: "The step passes once all of it is yours: vitals-course check 20")
    }
}
