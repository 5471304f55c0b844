import Foundation
import StepSupport
import TestSupport
import Testing

@testable import CheckpointCourse

/// Tests of what a check records in the learner's progress, and of how the map shows it.
@Suite("What a check notes", .serialized)
struct CheckNotesTests {
    @Test("a new step begins red and not wrong; what holds from memory counts like any check")
    func fromMemory() async throws {
        try await Learner.with { learner in
            let red = try await learner.run("check", "--plain")
            expect(red.status, equals: 1)
            expect(red.output.contains("to write") && red.output.contains("Nothing is wrong"), "\(red.text)")
            expect(!red.output.contains("✗"), "\(red.text)")
            let map = try await learner.run("--plain")
            expect(map.output.contains("the rest isn't written yet"), "\(map.text)")

            try await expect(learner.run("solution", "1", "--apply").status, equals: 0)
            try await expect(learner.run("check", "--anyway").status, equals: 0)
            try await expect(learner.run("next").status, equals: 3, "--anyway notes nothing")
            let green = try await learner.run("check", "--plain")
            expect(green.status == 0 && green.output.contains("Nothing has changed"), "\(green.text)")
            try await expect(learner.run("next").status, equals: 0)

            // Back at step 2: the step before holds, and the way on is the present one.
            let earlier = try await learner.run("check", "1", "--plain")
            expect(earlier.status == 0 && earlier.output.contains("You are at step 2"), "\(earlier.text)")
        }
    }

    @Test("what undo took back, the next check notes again")
    func afterUndo() async throws {
        try await Learner.with { learner async throws in
            try await expect(learner.run("solution", "1", "--apply").status, equals: 0)
            try await expect(learner.run("check").status, equals: 0)
            try await expect(learner.run("undo").status, equals: 0)
            try await expect(learner.run("solution", "1", "--apply").status, equals: 0)
            try await expect(learner.run("check").status, equals: 0)
            try await expect(learner.run("next").status, equals: 0)
        }
    }

    @Test("what a change has turned green is named, and what it has broken")
    func compared() async throws {
        try await Learner.with { learner in
            let validation = "Sources/Vitals/Units/Measurement+Validate.swift"
            let breaking = { (text: String) in
                text.replacing("func validate() throws {", with: "func validate() throws { fatalError(\"broken\")")
            }
            try await expect(learner.run("jump", "3").status, equals: 0)
            let first = try await learner.run("check", "--plain")
            expect(first.status == 1 && !first.output.contains("+ new"), "\(first.text)")

            try await expect(learner.run("solution", "3", "--apply").status, equals: 0)
            try learner.edit(validation, breaking)
            let partly = try await learner.run("check", "--plain")
            expect(partly.status == 1 && partly.output.contains("+ new"), "\(partly.text)")
            expect(!partly.output.contains("It passed before"), "\(partly.text)")
            let again = try await learner.run("check", "--plain")
            expect(again.status == 1 && !again.output.contains("+ new"), "\(again.text)")

            try await expect(learner.run("solution", "3", "--apply").status, equals: 0)
            try await expect(learner.run("check").status, equals: 0)
            try learner.edit(validation, breaking)
            let broken = try await learner.run("check", "--plain")
            expect(broken.output.contains("It passed before your last change."), "\(broken.text)")
        }
    }

    @Test("a generated case alone is a case of one test, and an unknown test is told before anything is built")
    func oneCase() async throws {
        try await Learner.with { learner in
            let seed = try await learner.run("check", "1", "--seed", "7")
            expect(seed.status == 2 && seed.error.contains("--test"), "\(seed.text)")
            let word = try await learner.run("check", "1", "--test", "Step01ScaffoldTests/name()", "--seed", "abc")
            expect(word.status == 2 && word.error.contains("whole number"), "\(word.text)")
            try learner.edit("Package.swift") { _ in "this does not compile" }
            let test = try await learner.run("check", "1", "--test", "Step01ScaffoldTests/nobody()")
            expect(test.status == 2 && test.error.contains("There is no test"), "\(test.text)")
        }
    }

    @Test("a body that isn't begun is to write, also where its starter has no todo and another body is written")
    func inertStarter() async throws {
        try await Learner.with { learner in
            try await expect(learner.run("jump", "16").status, equals: 0)
            let starter = try String(contentsOfFile: learner.workspace + "/Dockerfile", encoding: .utf8)
            try await expect(learner.run("solution", "16", "--apply").status, equals: 0)
            try learner.edit("Dockerfile") { _ in starter }
            let red = try await learner.run("check", "16", "--plain")
            expect(red.status == 1 && red.output.contains("(deploy-copies)"), "\(red.text)")
            expect(!red.output.contains("✗") && red.output.contains("Nothing is wrong"), "\(red.text)")

            try learner.edit("Dockerfile") { $0.replacing("LABEL todo.copies=", with: "LABEL copies=") }
            let begun = try await learner.run("check", "16", "--plain")
            expect(begun.output.contains("✗ wrong"), "\(begun.text)")
        }
    }

    @Test("every body of step 2 that isn't begun is to write, with its own task and none of a test's message")
    func everyBodyToWrite() async throws {
        try await Learner.with { learner in
            try await expect(learner.run("jump", "2").status, equals: 0)
            let red = try await learner.run("check", "--plain")
            expect(red.output.contains("return the next version of this record"), "\(red.text)")
            expect(!red.output.contains("the program crashed"), "\(red.text)")

            // Another body is written, and this one still isn't.
            try learner.edit("Sources/Vitals/Model/MetricKind.swift") {
                $0.replacing("todo(2, \"compare the two names byte by byte\")", with: "left.rawValue == right.rawValue")
            }
            // A copy of the course's that is another one now may be older, and needn't have been edited.
            try learner.edit("Tests/StepTests/Step01ScaffoldTests.swift") { "// older\n" + $0 }
            let partly = try await learner.run("check", "--plain")
            expect(
                partly.output.contains("! differs  Tests/StepTests/Step01ScaffoldTests.swift: not as the course"),
                "\(partly.text)")
            expect(partly.output.contains("✗ wrong    kinds and units"), "\(partly.text)")
            expect(!partly.output.contains("no version crashes"), "\(partly.text)")
        }
    }

    @Test("--test takes a whole suite as well")
    func suite() async throws {
        try await Learner.with { learner in
            let check = try await learner.run("check", "1", "--test", "Step01ScaffoldTests", "--json")
            expect(
                check.status == 1 && check.output.components(separatedBy: "Step01ScaffoldTests/").count > 3,
                "\(check.text)")
        }
    }

    @Test("what jump skipped is not passed by a check of the step that follows")
    func skipped() async throws {
        try await Learner.with { learner in
            try await expect(learner.run("jump", "3").status, equals: 0)
            try await expect(learner.run("check", "3").status, equals: 1)
            let map = try await learner.run("--plain")
            expect(map.output.components(separatedBy: "» skipped").count, equals: 3, "\(map.text)")
            expect(map.output.contains("0 passed"), "\(map.text)")
            try learner.edit("Sources/Vitals/Model/MetricUnit.swift") { $0 + "// mine\n" }
            try await expect(learner.run("check", "3").status, equals: 1)
            let edited = try await learner.run("--plain")
            expect(edited.output.components(separatedBy: "» skipped").count, equals: 3, "\(edited.text)")
        }
    }

    @Test("a given file that is gone is named, with the command that brings it back; next then wants a check")
    func missing() async throws {
        try await Learner.with { learner in
            try await expect(learner.run("jump", "2").status, equals: 0)
            try await expect(learner.run("solution", "2", "--apply").status, equals: 0)
            try await expect(learner.run("check").status, equals: 0)
            let path = "Sources/Vitals/Model/MetricUnit.swift"
            unlink(learner.workspace + "/" + path)
            let refused = try await learner.run("next")
            expect(refused.status == 3 && refused.error.contains(path), "\(refused.text)")
            let red = try await learner.run("check", "--plain")
            expect(red.status == 1 && red.output.contains("! missing"), "\(red.text)")
            expect(red.output.contains("reset --file \(path)"), "\(red.text)")
            try await expect(learner.run("reset", "--file", path).status, equals: 0)
            try await expect(learner.run("next").status, equals: 0, "it is again what passed")
        }
    }

    @Test("the map tells of hints, and of a solution that was looked at")
    func help() async throws {
        try await Learner.with { learner in
            try await expect(learner.run("hint", "1").status, equals: 0)
            try await expect(learner.run("hint", "1").status, equals: 0)
            try await expect(learner.run("solution", "1", "--plain").status, equals: 0)
            let map = try await learner.run("--plain")
            expect(map.output.contains("solution looked at; 2 hints"), "\(map.text)")
            try await expect(learner.run("solution", "1", "--apply").status, equals: 0)
            let applied = try await learner.run("--plain")
            expect(applied.output.contains("with the solution; 2 hints"), "\(applied.text)")
        }
    }

    @Test("watch judges each save, and ends with Ctrl-C")
    func watch() async throws {
        try await Learner.with { learner in
            let run = try await learner.shell(
                """
                until_says() { for _ in $(seq 600); do grep -q "$1" out && return; sleep 0.1; done; }
                ./vitals-course watch --plain >out 2>&1 & watch=$!
                until_says 'Nothing is wrong'
                ./vitals-course solution 1 --apply >solution
                until_says 'Step 1 holds'
                kill -INT $watch; wait $watch; echo "ended with $?"; cat out
                """)
            expect(run.output.contains("ended with 130"), "\(run.text)")
            expect(run.output.contains("Nothing is wrong") && run.output.contains("Step 1 holds"), "\(run.text)")
        }
    }
}
