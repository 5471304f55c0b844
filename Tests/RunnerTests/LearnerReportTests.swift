import Foundation
import TestSupport
import Testing

@testable import CheckpointCheck
@testable import CheckpointCourse
@testable import CheckpointGrading
@testable import CheckpointReader

@Suite("What a learner is told")
struct LearnerReportTests {
    private static func report(_ work: GradedSubmission, _ config: GradingConfig = GradingConfig()) -> String {
        LearnerReport(GradeFixture.scored(work, config), config).text
    }

    @Test("who did it all reads points and a table, and nothing else")
    func solved() {
        expect(
            Self.report(GradeFixture.solved()),
            equals: """
                # Vitals: ada

                **3 of 3 points**. Every step passed.

                | step | result | tests passed | points |
                |---|---|---|---|
                | 1. The scaffold | passed | 1 of 1 | 1 of 1 |
                | 2. The greeting | passed | 2 of 2 | 1 of 1 |
                | 3. The store | passed | 3 of 3 | 1 of 1 |

                """)
    }

    @Test("what failed is told in the words of its test, once for each reason, with the place and the lesson")
    func failures() {
        var work = GradeFixture.solved()
        work.steps[2] = GradeFixture.graded(3, .failed, .wrong, message: "2 is gone.\nIt was there.")
        work.steps[2].verdicts[0].place = "Sources/Vitals/Store.swift:7"
        work.steps[2].verdicts[0].mistake = Verdict.Mistake(number: 4, name: "x", title: "Kept too short")
        work.steps[1] = GradeFixture.graded(2, .failed, .notWritten, message: "greet by name")
        work.steps[1].verdicts[0].region = "hello"
        work.steps[1].verdicts[1].region = "hello"
        work.steps[1].verdicts[0].place = "Sources/Vitals/Greeting.swift:3"
        let text = Self.report(work)
        let third = """

            ## Step 3: The store

            0 of its 3 tests pass.

            - **failed**: what Step03StoreTests/keeps1() says

              ```text
              2 is gone.
              It was there.
              ```

              Look at `Sources/Vitals/Store.swift:7`. The lesson explains it under “Kept too short”: \
            `vitals-course read 3 --mistake 4`. 2 other tests for the same reason.

            """
        expect(text.hasSuffix(third))
        let second = """

            ## Step 2: The greeting

            0 of its 2 tests pass.

            Still to be written:

            - `Sources/Vitals/Greeting.swift:3`: greet by name

            """
        expect(text.contains(second))
    }

    @Test("errors of the compiler, hints, solutions and copies that differ are there")
    func surroundings() {
        var work = GradeFixture.solved()
        work.revision = "abc"
        work.errors = (1...12).map { CompilerDiagnostic(path: "Sources/A.swift", line: $0, message: "no x") }
        work.buildNotes = ["Tests/B.swift:3: no y"]
        work.hints = [3: ["keep": 2, "add": 1], 2: ["hello": 3]]
        work.appliedSolutions = [1, 2]
        work.editedCopies = ["Tests/StepTests/A.swift"]
        work.steps[2] = GradedStep(number: 3, outcome: .didNotBuild, verdicts: [])
        let text = Self.report(work)
        expect(text.contains("Graded: commit `abc`."))
        expect(text.contains("- `Sources/A.swift:10`\n\n  ```text\n  no x\n  ```\n- and 2 more\n"))
        expect(text.contains("```text\nTests/B.swift:3: no y\n```"))
        expect(text.contains("## Step 3: The store\n\nYour submission doesn't compile with the files of this step"))
        expect(text.contains("- Step 2: `hello` up to hint 3\n- Step 3: `add` up to hint 1, `keep` up to hint 2\n"))
        expect(text.contains("- The course's solution was applied to the files of steps 1, 2.\n"))
        expect(text.contains("official ones:\n\n- `Tests/StepTests/A.swift`\n"))
    }

    @Test("lateness is told with both times and with what it costs")
    func late() {
        var config = GradingConfig()
        config.due = GradeFixture.due
        config.late = .linear(percentPerDay: Hundredths(10))
        var work = GradeFixture.solved()
        work.submittedAt = GradeFixture.due.addingTimeInterval(3600)
        expect(
            Self.report(work, config).contains(
                "**2.7 of 3 points**. Every step passed.\n\nIt was due at 2027-01-15T08:00:00Z and handed in at "
                    + "2027-01-15T09:00:00Z, 1 day late; 90 % of the 3 points that you earned are left.\n"))
        config.late = .none
        expect(Self.report(work, config).contains("1 day late; that costs nothing."))
    }

    @Test("flags, and how it was found that results were forged, are the instructor's to know")
    func secrets() {
        var work = GradeFixture.solved()
        work.flags = [SourceFlag(path: "Sources/A.swift", line: 3, means: "dlsym", text: "dlsym(nil)")]
        work.steps[2] = GradeFixture.graded(3, .tampered, .passed)
        work.steps[2].note = "The made-up test did not fail."
        let text = Self.report(work)
        expect(text.contains("couldn't be confirmed"))
        expect(!text.contains("dlsym") && !text.contains("made-up") && !text.contains("look at"))
    }

    @Test("what could not be read is told with the reason alone")
    func unreadable() {
        var work = GradedSubmission(name: "ada")
        work.problem = "a/../b climbs out"
        expect(
            Self.report(work),
            equals: """
                # Vitals: ada

                **0 of 3 points**

                Your submission couldn't be read, so it wasn't graded:

                ```text
                a/../b climbs out
                ```

                """)
    }

    @Test(
        "whatever learners write forms no heading, no table, no HTML and no end of a block",
        arguments: GradeFixture.hostile)
    func hostile(words: String) {
        var work = GradeFixture.solved(words)
        work.revision = words
        work.errors = [CompilerDiagnostic(path: words, line: 1, message: words)]
        work.buildNotes = [words]
        work.editedCopies = [words]
        work.hints = [3: [words: 1]]
        for index in 1...2 {
            work.steps[index] = GradeFixture.graded(
                index + 1, .failed, index == 1 ? .wrong : .notWritten, message: words)
            for test in work.steps[index].verdicts.indices {
                work.steps[index].verdicts[test].title = words
                work.steps[index].verdicts[test].place = test == 0 ? words : nil
                work.steps[index].verdicts[test].mistake = Verdict.Mistake(number: 1, name: words, title: words)
            }
        }
        let lines = Self.report(work).split(separator: "\n", omittingEmptySubsequences: false)
        var fence: Substring?
        var outside: [String] = []
        for line in lines {
            let text = line.drop { $0 == " " }
            let run = text.prefix { $0 == "`" }
            if let open = fence {
                if run.count >= open.count, run.count == text.count { fence = nil }
            } else if run.count >= 3, text.hasSuffix("text") {
                fence = run
            } else {
                outside.append(Self.withoutCode(String(line)))
            }
        }
        expect(fence == nil)
        expect(
            outside.filter { $0.hasPrefix("#") }.map { $0.prefix { $0 != ":" } },
            equals: [
                "# Vitals", "## What doesn't compile", "## Step 2", "## Step 3", "## Files of the course",
                "## Help you used",
            ])
        expect(outside.filter { $0.hasPrefix("|") }.count, equals: 5)
        expect(!outside.contains { $0.hasPrefix("===") || $0.hasPrefix("***") || $0.hasPrefix("---") })
        let bare = outside.joined(separator: "\n").replacing(/\\./, with: "")
        expect(!bare.contains("<") && !bare.contains("&") && !bare.contains("`"))
        expect(!bare.unicodeScalars.contains { ($0.value < 0x20 && $0 != "\n") || $0.value == 0x202E })
    }

    /// Removes code spans as CommonMark finds them (6.1): up to the next run of as many backquotes.
    private static func withoutCode(_ line: String) -> String {
        var kept = ""
        var rest = Substring(line)
        while let first = rest.first {
            let run = rest.prefix { $0 == "`" }
            if first == "\\" {
                kept += rest.prefix(2)
                rest = rest.dropFirst(2)
            } else if !run.isEmpty {
                let ends = rest.dropFirst(run.count).matches(of: /`+/).first { $0.output.count == run.count }
                kept += ends == nil ? String(run) : ""
                rest = ends.map { rest[$0.range.upperBound...] } ?? rest.dropFirst(run.count)
            } else {
                kept.append(first)
                rest = rest.dropFirst()
            }
        }
        return kept
    }

    @Test("a message of a million lines is cut off")
    func long() {
        var work = GradeFixture.solved()
        work.steps[0] = GradeFixture.graded(
            1, .failed, .wrong, message: String(repeating: String(repeating: "x", count: 900) + "\n", count: 1000))
        expect(Self.report(work).utf8.count < 40_000)
    }
}
