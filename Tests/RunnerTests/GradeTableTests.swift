import Foundation
import TestSupport
import Testing

@testable import CheckpointCheck
@testable import CheckpointGrading
@testable import CheckpointSystem

@Suite("The table of grades")
struct GradeTableTests {
    private static let plain = TextStyle(isColoured: false)

    private static func scored() -> [ScoredSubmission] {
        var config = GradingConfig()
        config.each = Hundredths(count: 250)
        var bob = GradeFixture.solved("bob")
        bob.steps = [
            GradeFixture.graded(1, .timedOut, .timedOut), GradeFixture.graded(2, .tampered, .passed),
            GradeFixture.graded(3, .didNotBuild, .didNotRun),
        ]
        bob.flags = [SourceFlag(path: "A.swift", line: 1, means: "_exit", text: "")]
        let entries = [
            ClassEntry(GradeFixture.solved()), ClassEntry(bob), ClassEntry(missing: "eve", rosterName: "Eve"),
        ]
        return Score(config, steps: GradeFixture.steps).all(entries)
    }

    @Test("a line for each submission, a mark for each step, and what the marks mean")
    func lines() {
        expect(
            GradeTable(Self.scored(), style: Self.plain).lines,
            equals: [
                "name   1  2  3      total",
                "ada    ✓  ✓  ✓  7.5 / 7.5",
                "bob    t  !  b    0 / 7.5  tampered: step 2; 1 line to look at",
                "eve    -  -  -    0 / 7.5  nothing handed in",
                "",
                "2 graded, 1 missing",
                "✓ passed   t timed out   b did not build   ! tampered",
            ])
    }

    @Test("colour is only added to the words, and notes are cut off at the edge")
    func style() {
        let coloured = GradeTable(Self.scored(), style: TextStyle(isColoured: true)).lines
        expect(
            coloured.map { $0.replacing(/\u{1B}\[[0-9;]*m/, with: "") },
            equals: GradeTable(Self.scored(), style: Self.plain).lines)
        let narrow = GradeTable(Self.scored(), style: Self.plain, width: 40).lines
        expect(narrow[2], equals: "bob    t  !  b    0 / 7.5  tampered: st…")
        expect(narrow.dropLast().allSatisfy { $0.count <= 40 })
    }

    @Test("nothing of a learner's steers the terminal", arguments: GradeFixture.hostile)
    func hostile(words: String) {
        var work = GradedSubmission(name: words)
        work.problem = words
        let lines = GradeTable([GradeFixture.scored(work)], style: Self.plain).lines
        expect(lines.count, equals: 4)
        expect(!lines.joined().unicodeScalars.contains { ($0.value < 0x20 && $0 != "\t") || $0.value == 0x202E })
    }

    @Test("of no submissions there is a sentence")
    func empty() {
        expect(GradeTable([], style: Self.plain).lines, equals: ["No submissions."])
    }
}
