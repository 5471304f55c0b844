import Foundation
import TestSupport
import Testing

@testable import CheckpointCourse
@testable import CheckpointSystem
@testable import CheckpointWorkspace

@Suite("The commands of the course")
struct CommandLineTests {
    @Test("status in the clone lists the steps and says how to start")
    func statusOfTheClone() async throws {
        try await WorkspaceFixture.with { fixture in
            let result = try await fixture.run(from: fixture.mini.root)
            expect(result.succeeded)
            expect(
                result.standardOutput,
                equals: """
                    The course: 4 steps, about 2 hours

                       1  The scaffold   20 min
                       2  The greeting   40 min
                       3  The store      60 min
                       4  A face         30 min  coming

                    To begin: vitals-course start ../my-vitals makes a workspace of your own, outside this clone

                    """)
        }
    }

    @Test("status shows every state by a symbol and a word, and what is next")
    func status() async throws {
        try await WorkspaceFixture.with { fixture in
            let first = try await fixture.run()
            expect(
                first.standardOutput,
                equals: """
                    Step 1 of 4, 0 passed  (\(fixture.workspace.root))

                      ▶ now       1  The scaffold   20 min
                      · locked    2  The greeting   40 min  needs step 1
                      · locked    3  The store      60 min  needs step 2
                        coming    4  A face         30 min

                    Next: ./vitals-course read 1, then edit, then ./vitals-course check 1

                    """)
            _ = try await fixture.run("jump", "2")
            _ = try await fixture.run("solution", "--apply")
            try fixture.pass(2)
            _ = try await fixture.run("next")
            try fixture.write("// mine\n", to: "Sources/Mini/Greeting.swift")
            let step = try fixture.step(3)
            try fixture.workspace.update { progress in
                progress.record(
                    CheckRecord(at: WorkspaceFixture.moment, verdict: .wrong, passedCount: 1, tests: 2), of: step,
                    files: [:])
            }
            let later = try await fixture.run("status", "--plain")
            expect(
                later.standardOutput,
                equals: """
                    Step 3 of 4, 1 passed  (\(fixture.workspace.root))

                      » skipped   1  The scaffold   20 min
                      ≈ changed   2  The greeting   40 min  changed since it passed: Sources/Mini/Greeting.swift; with the solution
                      ▶ now       3  The store      60 min  1 of 2 tests pass
                        coming    4  A face         30 min

                    Next: edit, then ./vitals-course check 3; ./vitals-course hint 3 if you are stuck

                    """)
        }
    }

    @Test("a workspace from before a rename isn't touched: the refusal names the tag to stay on")
    func olderWorkspace() async throws {
        try await WorkspaceFixture.with { fixture in
            let manifest = fixture.mini.root + "/steps/course.yml"
            let text = try String(contentsOfFile: manifest, encoding: .utf8)
            try TreeFile(text.replacing("version: 1.0.0\n", with: "version: 1.10.0\ncompatibleSince: 1.9.0\n"))
                .write(to: manifest)
            let before = try fixture.workspace.progress()
            for command in ["update", "check", "next", "jump", "reset", "solution"] {
                let result = try await fixture.run(command == "jump" ? ["jump", "2"] : [command])
                expect(!result.succeeded, "\(command)")
                expect(result.standardError.contains("checkout v1.0.0"), "\(command): \(result.standardError)")
            }
            try expect(fixture.workspace.progress(), equals: before)
            let status = try await fixture.run("status")
            expect(status.succeeded && status.standardOutput.contains("checkout v1.0.0"))
            expect(!status.standardOutput.contains("vitals-course update"))
            try fixture.workspace.update { $0.courseVersion = "1.9.0" }
            try await expect(fixture.run("update").succeeded)
        }
    }

    @Test("status as JSON has the state of every step")
    func statusAsJSON() async throws {
        struct Status: Decodable {
            struct Row: Decodable {
                let step: Int
                let state: String
                let lockedBy: [Int]
            }
            let workspace: String
            let current: Int
            let steps: [Row]
        }
        try await WorkspaceFixture.with { fixture in
            let result = try await fixture.run("--json")
            let status = try JSONDecoder().decode(Status.self, from: Data(result.standardOutput.utf8))
            expect(status.workspace, equals: fixture.workspace.root)
            expect(status.current, equals: 1)
            expect(status.steps.map(\.state), equals: ["now", "locked", "locked", "coming"])
            expect(status.steps.map(\.lockedBy), equals: [[], [1], [2], []])
        }
    }

    @Test("hints come one after the other, by part, and then end")
    func hints() async throws {
        try await WorkspaceFixture.with { fixture in
            try await fixture.walk(to: 3)
            let first = try await fixture.run("hint")
            expect(
                first.standardOutput,
                equals: """
                    Step 3, goodbye: hint 1 of 3

                    The hint number 1 for goodbye.

                    More: ./vitals-course hint 3 goodbye

                    """)
            let step = try fixture.step(3)
            try fixture.workspace.update { progress in
                progress.record(
                    CheckRecord(
                        at: WorkspaceFixture.moment, verdict: .wrong, passedCount: 1, tests: 2, regions: ["add"]),
                    of: step,
                    files: [:])
            }
            try await expect(fixture.run("hint", "3").standardOutput.hasPrefix("Step 3, add: hint 1 of 3"))
            try await expect(fixture.run("hint", "goodbye").standardOutput.hasPrefix("Step 3, goodbye: hint 2 of 3"))
            let last = try await fixture.run("hint", "3", "goodbye")
            expect(last.standardOutput.contains("That was the last one for goodbye. ./vitals-course solution 3"))
            let none = try await fixture.run("hint", "3", "goodbye")
            expect(none.succeeded)
            expect(none.standardOutput.hasPrefix("There are no more hints for goodbye of step 3."))
            try await expect(
                fixture.run("hint", "3", "goodbye", "--level", "1").standardOutput.contains("hint 1 of 3"))
            try expect(fixture.workspace.progress().steps["03-store"]?.hints, equals: ["add": 1, "goodbye": 3])

            let wrong = try await fixture.run("hint", "3", "goodby")
            expect(wrong.ending, equals: "exit status 2")
            expect(wrong.standardError.contains("Did you mean \"goodbye\"?"))
        }
    }

    @Test("the lesson is rendered, broken at the width, its snippets in their place")
    func read() async throws {
        try await WorkspaceFixture.with { fixture in
            let two = try await fixture.run("read", "2")
            let lines = two.standardOutput.split(separator: "\n", omittingEmptySubsequences: false)
            expect(lines.first, equals: "# Step 2: the greeting")
            expect(lines.allSatisfy { $0.count <= 80 })
            expect(two.standardOutput.contains("Write one body, `hello`."))
            expect(two.standardOutput.contains("\n- first this\n- then that"))
            expect(two.standardOutput.contains("\n    let greeting = Greeting()\n"))
            expect(!two.standardOutput.contains("\u{1B}["))
            let three = try await fixture.run("read", "03-store")
            expect(three.standardOutput.contains("    struct Store {"))
            try await expect(fixture.run("read").standardOutput.hasPrefix("# Step 1\n"))
            try await expect(fixture.run("read", "4").ending, equals: "exit status 3")
        }
    }

    #if os(Linux)
    @Test("on a terminal the lesson goes through the pager; where that is not there, it is printed all the same")
    func pager() async throws {
        try await WorkspaceFixture.with { fixture in
            for (pager, expected) in [("tr a-z A-Z", "WRITE"), ("/no/pager", "Write")] {
                // `script` gives the program a terminal.
                var command = fixture.command([])
                command.arguments = ["-qec", "'\(command.executable)' read 1", "/dev/null"]
                command.executable = "script"
                command.environment.merge(["PAGER": pager, "TERM": "xterm", "SHELL": "/bin/sh"]) { $1 }
                let output = try await command.capture().standardOutput
                expect(output.contains(expected), "\(output)")
            }
        }
    }
    #endif

    @Test("diff shows mine and the course's; nothing is said to differ where nothing does")
    func diff() async throws {
        try await WorkspaceFixture.with { fixture in
            try await fixture.walk(to: 2)
            let red = try await fixture.run("diff", "2")
            expect(red.succeeded)
            expect(red.standardOutput.contains("--- mine/Sources/Mini/Greeting.swift"))
            expect(red.standardOutput.contains("\n+        \"Hello, \\(name)!\"\n"))
            expect(!red.standardOutput.contains("Goodbye,"))
            _ = try await fixture.run("solution", "--apply")
            try await expect(
                fixture.run("diff").standardOutput, equals: "Your files of step 2 are the same as the course's.\n")
            try await expect(fixture.run("diff", "3").ending, equals: "exit status 3")
        }
    }

    @Test("solution prints the bodies, and notes that")
    func solution() async throws {
        try await WorkspaceFixture.with { fixture in
            let result = try await fixture.run("solution", "1")
            expect(result.standardOutput.hasPrefix("Package.swift, manifest:\n\n    let package = Package("))
            try expect(fixture.workspace.progress().steps["01-scaffold"]?.solutionShownAt != nil)
            expect(fixture.text("Package.swift")?.contains("targets") == false)
        }
    }

    @Test(
        "a slip on the command line exits 2 and says what was meant",
        arguments: [
            (["statsu"], "Did you mean \"status\"?"), (["frobnicate"], "vitals-course help"),
            (["nxt"], "Did you mean \"next\"?"), (["read", "17"], "steps 1 to 4"),
            (["read", "greting"], "Did you mean \"greeting\"?"), (["hint", "1", "2", "3"], "at most"),
            (["jump"], "Missing expected argument"), (["status", "--jsn"], "--json"),
            (["start"], "Missing expected argument"),
        ])
    func slips(arguments: [String], says: String) async throws {
        try await WorkspaceFixture.with { fixture in
            let result = try await fixture.command(arguments).capture()
            expect(result.ending, equals: "exit status 2")
            expect(result.standardError.contains(says), "\(result.standardError)")
            expect(result.standardOutput.isEmpty)
        }
    }

    @Test(
        "a program that asks for JSON gets JSON for a slip on the command line too",
        arguments: [
            ["check", "--bogus"], ["start"], ["jump"], ["run"], ["grade"], ["demo", "--bogus"], ["test", "--filter"],
            ["postgres", "--bogus"], ["statsu"],
        ])
    func slipsAsJSON(arguments: [String]) async throws {
        struct Report: Decodable {
            struct Error: Decodable {
                let exit: Int
                let message: String
            }
            let error: Error
        }
        try await WorkspaceFixture.with { fixture in
            let result = try await fixture.command([arguments[0], "--json"] + arguments.dropFirst()).capture()
            expect(result.ending, equals: "exit status 2")
            let report = try JSONDecoder().decode(Report.self, from: Data(result.standardOutput.utf8))
            expect(report.error.exit, equals: 2)
            expect(!report.error.message.isEmpty)
        }
    }

    @Test("what is locked exits 3, says why and which command opens it; as JSON too")
    func locked() async throws {
        try await WorkspaceFixture.with { fixture in
            for command in [
                ["next"], ["hint", "3"], ["diff", "3"], ["reset", "2"], ["solution", "3", "--apply"], ["jump", "4"],
            ] {
                let locked = fixture.command(command)
                try await expect(locked.capture().ending, equals: "exit status 3", "\(command)")
            }
            let json = try await fixture.run("hint", "3", "--json")
            expect(
                json.standardOutput.hasPrefix(#"{"error":{"exit":3,"message":"Step 3 (The store) is locked: step 2"#))
        }
    }

    @Test("outside a workspace the commands that need one exit 2 and say how to get one")
    func noWorkspace() async throws {
        try await WorkspaceFixture.with { fixture in
            for name in ["next", "hint", "diff", "reset", "undo", "update", "solution"] {
                let result = try await fixture.run(name, from: fixture.folder)
                expect(result.ending, equals: "exit status 2")
                expect(result.standardError.contains("vitals-course start ../my-vitals"))
            }
        }
    }

    @Test("in a folder that is gone a command ends, and says what it misses")
    func goneFolder() async throws {
        try await WorkspaceFixture.with { fixture in
            var command = fixture.command(["check", "2"])
            command.arguments =
                [
                    "-c", "mkdir gone && cd gone && rmdir ../gone && exec \"$0\" \"$@\"", command.executable,
                ] + command.arguments
            command.executable = "bash"
            command.timeoutSeconds = 20
            let result = try await command.capture()
            expect(result.ending, equals: "exit status 2")
            expect(result.standardError.contains("isn't in a workspace"), "\(result.standardError)")
        }
    }

    @Test("a marker that is broken in the course exits 6 and names file and line")
    func brokenCourse() async throws {
        try await WorkspaceFixture.with { fixture in
            try fixture.mini.write("// @write 2 hello\n", to: "Sources/Mini/Greeting.swift")
            let result = try await fixture.run("jump", "2")
            expect(result.ending, equals: "exit status 6")
            expect(result.standardError.contains("Sources/Mini/Greeting.swift:1"))
        }
    }

    @Test("start makes a workspace whose own ./vitals-course finds the clone, and says so when the clone has moved")
    func startAndShim() async throws {
        try await WorkspaceFixture.with { fixture in
            let launcher = fixture.mini.root + "/vitals-course"
            try TreeFile(
                Data(
                    "#!/bin/sh\nexport VITALS_COURSE_ROOT='\(fixture.mini.root)'\nexec '\(TestPaths.course)' \"$@\"\n"
                        .utf8), isExecutable: true
            )
            .write(to: launcher)
            let started = try await fixture.run("start", "other place", "--frontend", "swiftui", from: fixture.folder)
            expect(started.succeeded, "\(started.standardError)")
            var shim = Command(fixture.folder + "/other place/vitals-course", ["--json"])
            shim.environment = ["VITALS_COURSE": nil, "VITALS_COURSE_ROOT": nil, "VITALS_COURSE_NO_PREBUILD": "1"]
            shim.directory = fixture.folder + "/other place/Tests"
            try await expect(shim.capture().standardOutput.contains("/other place\""))

            let moved = fixture.folder + "/moved"
            try FileManager.default.moveItem(atPath: fixture.mini.root, toPath: moved)
            let lost = try await shim.capture()
            expect(lost.ending, equals: "exit status 4")
            expect(lost.standardError.contains("VITALS_COURSE=/path/to/vitals"))
            try TreeFile(
                Data("#!/bin/sh\nexport VITALS_COURSE_ROOT='\(moved)'\nexec '\(TestPaths.course)' \"$@\"\n".utf8),
                isExecutable: true
            )
            .write(to: moved + "/vitals-course")
            shim.environment = ["VITALS_COURSE": moved, "VITALS_COURSE_ROOT": nil]
            try await expect(shim.capture().succeeded)
        }
    }
}
