import CheckpointWorkspace
import Foundation
import StepSupport
import TestSupport
import Testing

@testable import CheckpointCourse

/// Tests of the course as a learner meets it: the real binary, a real workspace, real builds.
@Suite("A learner's way through the course", .serialized)
struct CourseWalkTests {
    /// Half of part one: the first steps, and those that bring the engine, the tests, the server and the deployment.
    /// `vitals-course test --long` walks every step. Red and green of each step are the proof's too, `dev check`.
    private static func walked(_ steps: [Step]) -> [Step] {
        let isLong = ProcessInfo.processInfo.environment["VITALS_LARGE_TESTS"] != nil
        return steps.filter { isLong || [1, 2, 3, 8, 9, 12, 13, 16].contains($0.number) }
    }

    @Test("every step begins red with words that help, passes with its solution, and opens the next")
    func walk() async throws {
        try await Learner.with { learner in
            let locked = try await learner.run("check", "12")
            expect(locked.status, equals: 3)
            expect(
                locked.error.contains("locked") && locked.error.contains("vitals-course jump 12"), "\(locked.error)")

            let written = try learner.course.writtenSteps
            let steps = Self.walked(written.filter { !$0.isChapter })
            for (index, step) in steps.enumerated() {
                let number = step.number
                let red = try await learner.run("check", "\(number)", "--plain")
                expect(red.status, equals: 1, "check \(number) of the starter: \(red.text)")
                expect(red.output.contains("vitals-course"), "it says what to do: \(red.text)")
                expect(!red.output.contains("does not compile"), "the starter of step \(number): \(red.text)")

                let applied = try await learner.run("solution", "\(number)", "--apply")
                expect(applied.status, equals: 0, "solution \(number): \(applied.text)")
                let green = try await learner.run("check", "\(number)", "--plain")
                expect(green.status, equals: 0, "check \(number) of the solution: \(green.text)")
                expect(green.output.contains("Step \(number) holds."))
                guard index + 1 < steps.count else { break }
                let following = steps[index + 1].number
                let opens = following == number + 1 ? ["next", "--plain"] : ["jump", "\(following)"]
                let opened = try await learner.run(opens)
                expect(opened.status, equals: 0, "\(opens) after step \(number): \(opened.text)")
            }
            // Red and green of a chapter are the proof's alone.
            let chapter = try #require(written.first { $0.isChapter })
            let next = try await learner.run("next", chapter.word)
            expect(next.status, equals: 0, "next \(chapter.word): \(next.text)")
            let map = try await learner.run("status", "--plain")
            expect(map.output.contains("\(steps.count) passed"), "\(map.text)")
        }
    }

    @Test("a passed step that is edited shows as changed, locks nothing, and a later check says when it broke")
    func changedStep() async throws {
        try await Learner.with { learner in
            for number in 1...2 {
                try await expect(learner.run("solution", "\(number)", "--apply").status, equals: 0)
                try await expect(learner.run("check", "\(number)").status, equals: 0)
                try await expect(learner.run("next").status, equals: 0)
            }
            try await expect(learner.run("solution", "3", "--apply").status, equals: 0)
            try learner.edit("Sources/Vitals/Model/Measurement.swift") {
                $0.replacing("version + 1", with: "version + 2")
            }
            let map = try await learner.run("--plain")
            expect(map.output.contains("changed"), "\(map.text)")
            expect(map.output.contains(#/now +3 /#), "step 3 stays open: \(map.text)")

            let check = try await learner.run("check", "3", "--plain")
            expect(check.status, equals: 1)
            expect(check.output.contains("broken"), "\(check.text)")
            expect(check.output.contains("step 2") && check.output.contains("still passed at"), "\(check.text)")

            // An unchanged check answers from memory.
            let again = try await learner.run("check", "3", "--plain")
            expect(again.status, equals: 1)
            expect(again.output.contains("Nothing has changed"), "\(again.text)")
        }
    }

    @Test("an earlier step is checked with the files and the packages that the workspace has by now")
    func earlierStep() async throws {
        try await Learner.with { learner in
            try await expect(learner.run("jump", "4").status, equals: 0)
            let check = try await learner.run("check", "2", "--plain")
            expect(check.status, equals: 0, "\(check.text)")
        }
    }

    @Test("jump opens a locked step, and undo takes it back")
    func jump() async throws {
        try await Learner.with { learner async throws in
            try await expect(learner.run("check", "3").status, equals: 3)
            try await expect(learner.run("jump", "3").status, equals: 0)
            try await expect(learner.run("check", "3").status, equals: 1)
            try await expect(learner.run("undo").status, equals: 0)
            try await expect(learner.run("check", "3").status, equals: 3)
        }
    }

    @Test("an error of the compiler is told in the learner's file, at the learner's line")
    func doesNotCompile() async throws {
        try await Learner.with { learner in
            try await expect(learner.run("jump", "3").status, equals: 0)
            try learner.edit("Sources/Vitals/Units/Measurement+Canonical.swift") { "let wrong: Int = \"text\"\n" + $0 }
            let check = try await learner.run("check", "3", "--plain")
            expect(check.status, equals: 1)
            expect(check.output.contains("does not compile"), "\(check.text)")
            expect(check.output.contains("Sources/Vitals/Units/Measurement+Canonical.swift:1\n"), "\(check.text)")

            // On a terminal, the message begins in a line of its own and isn't broken while it fits.
            let terminal = try await learner.shell(
                "script -qec 'stty cols 100; ./vitals-course check 3 --plain' /dev/null"
            ).output
            let message = "      cannot convert value of type 'String' to specified type 'Int'"
            expect(terminal.split(whereSeparator: \.isNewline).contains(message[...]), "\(terminal)")
        }
    }

    @Test("the command under a failing generated case fails alike when it is run as it stands")
    func generatedCase() async throws {
        try await Learner.with { learner in
            try await expect(learner.run("jump", "3").status, equals: 0)
            try await expect(learner.run("solution", "3", "--apply").status, equals: 0)
            // A pound and a half for each pound: canonical() of canonical() is the same, but not for miles.
            try learner.edit("Sources/Vitals/Units/Measurement+Canonical.swift") {
                $0.replacing(
                    "converted.unit = canonicalUnit", with: "converted.unit = canonicalUnit\nconverted.version += 1")
            }
            let check = try await learner.run("check", "3", "--plain")
            expect(check.status, equals: 1)
            let line = try #require(
                check.output.split(separator: "\n").first { $0.contains("--seed") }, "no command: \(check.text)")
            // As it is typed in a workspace.
            let begin = try #require(line.range(of: "./vitals-course check"))
            let again = try await learner.shell(line[begin.lowerBound...] + " --plain")
            expect(again.status, equals: 1, "\(again.text)")
            let counterexample = check.output.split(separator: "\n").filter { $0.contains("Counterexample") }.map(
                String.init)
            expect(!counterexample.isEmpty, "\(check.text)")
            for line in counterexample { expect(again.output.contains(line.trimmingCharacters(in: .whitespaces))) }
        }
    }
}
