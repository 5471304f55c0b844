import Foundation
import TestSupport
import Testing

@testable import CheckpointAuthor
@testable import CheckpointCheck
@testable import CheckpointCourse
@testable import CheckpointSystem

@Suite("Transcripts of lessons")
struct TranscriptTests {
    private func transcripts(_ text: String) async throws -> [Transcript] {
        try await Resources.using { resources in
            let course = try MiniCourse(in: try await resources.makeDirectory("vitals-transcripts"))
            try course.write(text, to: "steps/02-greeting/lesson.md")
            let step = try #require(try course.course.step(2))
            return try Transcript.all(of: try CoursePage(.lesson(step), root: course.root))
        }
    }

    private func run(_ entries: [Transcript.Entry], _ environment: [String: String] = [:]) async throws -> Transcript {
        try await Resources.using { resources in
            let folder = try await resources.makeDirectory("vitals-transcripts")
            try TreeFile("hello\n").write(to: folder + "/tree/file")
            try TreeFile(Data("#!/bin/sh\necho \"$0 got $1\" | sed 's|.*/||'\n".utf8), isExecutable: true)
                .write(to: folder + "/programs/echoes")
            let run = TranscriptRun(
                directory: folder + "/tree", programs: folder + "/programs", environment: environment)
            return try await run.run(Transcript(line: 1, entries: entries))
        }
    }

    private func output(_ commands: String..., environment: [String: String] = [:]) async throws -> [[String]] {
        try await run(commands.map { Transcript.Entry(command: $0, output: ["old"]) }, environment).entries.map(
            \.output)
    }

    @Test("only fences of the language console are transcripts; commands, what goes on with them, output")
    func parsing() async throws {
        let text = """
            ```sh
            $ docker compose up
            ```

            ```console
            $ echo 1 \\
            > 2
            1 2
            > quoted
            $ true
            ```
            """
        let found = try await transcripts(text)
        expect(
            found,
            equals: [
                Transcript(
                    line: 5,
                    entries: [
                        .init(command: "echo 1 \\\n2", output: ["1 2", "> quoted"]), .init(command: "true", output: []),
                    ])
            ])
        expect(found[0].lines, equals: ["$ echo 1 \\", "> 2", "1 2", "> quoted", "$ true"])
    }

    @Test("a console that begins without a command is a fault of its line")
    func noCommand() async throws {
        await #expect(
            throws: MarkerError(
                file: "steps/02-greeting/lesson.md", line: 2, message: "a console fence starts with a command: $ …")
        ) {
            try await transcripts("```console\noutput\n```\n")
        }
    }

    @Test("commands of one transcript share a shell; each one's output is its own, errors among it")
    func running() async throws {
        try await expect(
            output(
                "name=world", "echo hello $name; echo oops >&2", "cat file", "pwd", "printf 'no end'", "false"),
            equals: [[], ["hello world", "oops"], ["hello"], ["my-vitals"], ["no end"], []])
        try await expect(output("echo $GREETING", environment: ["GREETING": "hi"]), equals: [["hi"]])
    }

    @Test("programs of the lesson are run by the command that a reader types; another command of the course is refused")
    func programs() async throws {
        try await expect(
            output("vitals-course run echoes 1", "vitals-course check"),
            equals: [["echoes got 1"], ["a transcript can only run programs: vitals-course run NAME"]])
    }

    @Test("the port that lessons name is a free one, and stands there again afterwards")
    func port() async throws {
        let command = "echo 127.0.0.1:8080; p=8080; [ ${p%0} != 808 ] && echo another"
        try await expect(output(command), equals: [["127.0.0.1:8080", "another"]])
    }

    @Test("what runs in the background prints nothing and ends with the shell", .timeLimit(.minutes(5)))
    func background() async throws {
        let pid = try await output("{ echo noise; exec sleep 300; } &", "echo $!").last?.first ?? ""
        let number = try #require(Int32(pid))
        var tries = 0
        while kill(number, 0) == 0, tries < 200 {
            tries += 1
            try await Task.sleep(for: .milliseconds(10))
        }
        expect(kill(number, 0) != 0, "sleep is still there")
    }

    @Test("a shell that ends early is told, with what it said")
    func early() async throws {
        let error = await #expect(throws: CourseError.self) { try await output("echo so; exit 3") }
        expect(error?.report.contains("exit status 3") == true && error?.lastLines == ["so"])
    }

    @Test(
        "what differs from run to run is masked, and nothing else",
        arguments: [
            ("id 0a1b2c3d-4e5f-4A6B-8c7d-9e0f1a2b3c4d.", "id <id>."),
            ("2026-06-20T07:30:00.125Z and 2026-06-20 07:30:00+00", "<time> and <time>"),
            ("Vitals-Receipt: 12.Zm9vYmFyYmF6cXV4", "Vitals-Receipt: <receipt>"),
            ("took 12.5 ms, 3 s", "took <duration>, <duration>"),
            ("listening on http://127.0.0.1:49152/", "listening on http://<address>/"),
            ("wrote /tmp/vitals-x/y.txt", "wrote <folder>"), ("72.5 kg, version 3", "72.5 kg, version 3"),
            ("3 steps, 12 samples", "3 steps, 12 samples"),
        ])
    func masks(line: String, masked: String) {
        expect(TranscriptMask.masked(line), equals: masked)
    }

    @Test("a stale transcript is told with its line and a diff; --fix writes what is printed today, and nothing else")
    func stale() async throws {
        try await Resources.using { resources in
            let folder = try await resources.makeDirectory("vitals-stale")
            let mini = try MiniCourse(in: folder + "/course")
            let path = "steps/02-greeting/lesson.md"
            let (stale, true_, broken) = (
                "```console\n$ head -1 Package.swift\nold\n```",
                "```console\n$ date -u +%FT%TZ\n2026-06-20T07:30:00Z\n```",
                "```console\n$ exit 3\nkept\n```"
            )
            let fresh = stale.replacing("old", with: "// swift-tools-version: 6.2")
            func text() throws -> String { try String(contentsOfFile: mini.root + "/" + path, encoding: .utf8) }
            func diagnostics(fixing: Bool) async throws -> [String] {
                let projector = try mini.projector
                let checker = Checker(stages: try Stages(projector: projector, cache: folder + "/cache"))
                let step = try #require(projector.course.step(2))
                return try await TranscriptVerifier(checker: checker, step: step, resources: resources, fixes: fixing)
                    .diagnostics()
            }
            try mini.write("# Two\n\n\(stale)\n\nText.\n\n\(true_)\n\n\(broken)\n", to: path)
            let told = try await diagnostics(fixing: false)
            expect(told.count, equals: 2, "\(told)")
            expect(told.first?.hasPrefix("\(path):3: the transcript is out of date") == true)
            for line in ["$ head -1 Package.swift", "- old", "+ // swift-tools-version: 6.2"] {
                expect(told.first?.contains(line) == true, "\(line)")
            }
            expect(told.last?.hasPrefix("\(path):15: The shell exited early") == true)
            try expect(text().contains(stale), "Without --fix nothing is written.")

            let left = try await diagnostics(fixing: true)
            expect(left.count == 1 && left[0].hasPrefix("\(path):15:"), "\(left)")
            try expect(text(), equals: "# Two\n\n\(fresh)\n\nText.\n\n\(true_)\n\n\(broken)\n")
        }
    }
}
