import Foundation
import StepSupport
import TestSupport
import Testing

@testable import CheckpointCourse
@testable import CheckpointSystem

/// Tests of what an editor gets: a check's findings as a compiler prints errors, and the tasks that read them.
@Suite("A check in an editor", .serialized)
struct EditorTests {
    private struct Problem: Hashable {
        let path: String
        let line: Int
        let column: Int
        let message: String
    }

    /// Returns what the problem matcher that `start` wrote finds in a text.
    private func problems(in text: String, of learner: Learner) throws -> [Problem] {
        struct Tasks: Decodable {
            struct Task: Decodable {
                struct Matcher: Decodable {
                    struct Pattern: Decodable { let regexp: String }
                    let pattern: Pattern
                }
                let label: String
                let problemMatcher: Matcher?
            }
            let tasks: [Task]
        }
        let data = try Data(contentsOf: URL(fileURLWithPath: learner.workspace + "/.vscode/tasks.json"))
        let tasks = try JSONDecoder().decode(Tasks.self, from: data).tasks
        expect(tasks.map(\.label), equals: ["check", "watch", "next"])
        let pattern = try NSRegularExpression(pattern: try #require(tasks[0].problemMatcher).pattern.regexp)
        return text.split(separator: "\n").map(String.init).compactMap { line in
            let all = NSRange(line.startIndex..., in: line)
            guard let match = pattern.firstMatch(in: line, range: all) else { return nil }
            let words = (1...5).map { Range(match.range(at: $0), in: line).map { String(line[$0]) } ?? "" }
            return Problem(
                path: words[0].path(after: learner.workspace + "/") ?? words[0], line: Int(words[1]) ?? 0,
                column: Int(words[2]) ?? 0, message: words[4])
        }
    }

    @Test("names the place of what is to write, of an error and of a wrong result; what is green has no problem")
    func format() async throws {
        try await Learner.with { learner in
            let path = "Sources/Vitals/Units/Measurement+Validate.swift"
            try await expect(learner.run("jump", "3").status, equals: 0)
            let begun = try await learner.run("check", "--format", "compiler")
            let open = try problems(in: begun.output, of: learner)
            expect(begun.status == 1 && !open.isEmpty, "\(begun.text)")
            for problem in open {
                let lines = try String(contentsOfFile: learner.workspace + "/" + problem.path, encoding: .utf8)
                    .split(separator: "\n", omittingEmptySubsequences: false)
                expect(problem.message.hasPrefix("to write: "), "\(problem)")
                let line = lines[problem.line - 1]
                expect(line.contains("todo(") || line.contains("NotWritten("), "\(problem): \(line)")
            }

            try await expect(learner.run("solution", "3", "--apply").status, equals: 0)
            let green = try await learner.run("check", "--format", "compiler")
            expect(green.status == 0, "\(green.text)")
            try expect(problems(in: green.output, of: learner), equals: [])

            let right = try String(contentsOfFile: learner.workspace + "/" + path, encoding: .utf8)
            try learner.edit(path) { $0 + "let number: Int = nothing\n" }
            let broken = try problems(
                in: try await learner.run("check", "--format", "compiler").output, of: learner)
            let line = right.split(separator: "\n", omittingEmptySubsequences: false).count
            expect(
                broken,
                equals: [Problem(path: path, line: line, column: 19, message: "cannot find 'nothing' in scope")])

            try right.replacing("func validate() throws {", with: "func validate() throws { return")
                .write(toFile: learner.workspace + "/" + path, atomically: true, encoding: .utf8)
            let wrong = try problems(in: try await learner.run("check", "--format", "compiler").output, of: learner)
            expect(wrong.contains { $0.path == path && $0.message.contains("validate() says no error") }, "\(wrong)")
        }
    }

    @Test("JSON and the compiler's form at a time are refused")
    func both() async throws {
        try await Learner.with { learner in
            for command in ["check", "watch"] {
                let both = try await learner.run(command, "--json", "--format", "compiler")
                expect(both.status, equals: 2, "\(both.text)")
            }
        }
    }

    @Test("what start prints after cd can be pasted, whatever the folder is called")
    func pastes() async throws {
        try await Resources.using { resources in
            let folder = try await resources.makeDirectory("vitals-start")
            let name = "Ada's first $course"
            var start = Command(PackageFiles.product("vitals-course"), ["start", folder + "/" + name])
            start.environment = ["VITALS_COURSE_ROOT": PackageFiles.root, "VITALS_COURSE_NO_PREBUILD": "1"]
            let printed = try await start.capture()
            let line = try #require(printed.standardOutput.split(separator: "\n").first { $0.hasPrefix("  cd ") })
            let there = try await Command("/bin/sh", ["-c", line + " && pwd"]).capture()
            expect(there.standardOutput, equals: folder + "/" + name + "\n")
        }
    }

    @Test("a clone and a workspace that git checked out with CRLF still start")
    func lineEnds() async throws {
        try await Resources.using { resources in
            let folder = try await resources.makeDirectory("vitals-crlf")
            let script = """
                set -e
                git -c core.autocrlf=true clone -q --depth 1 "file://$1" clone
                "$2" start mine >start
                cd mine
                git add -A
                git -c user.name=Ada -c user.email=ada@example.org commit -qm begun
                cd ..
                git -c core.autocrlf=true clone -q mine copy
                ! grep -l "$(printf '\\r')" clone/vitals-course clone/launcher/* copy/vitals-course copy/Package.swift
                VITALS_COURSE="$1" copy/vitals-course --help | head -n 1

                """
            var command = Command(
                "bash", ["-c", script, "bash", PackageFiles.root, PackageFiles.product("vitals-course")])
            command.directory = folder
            command.environment = ["VITALS_COURSE_ROOT": PackageFiles.root, "VITALS_COURSE_NO_PREBUILD": "1"]
            let result = try await command.capture()
            expect(result.succeeded, "\(result.standardOutput)\(result.standardError)")
        }
    }

    @Test("the containers have the packages that the launcher's table names")
    func containers() async throws {
        let table = try String(contentsOfFile: PackageFiles.root + "/vitals-course", encoding: .utf8)
        let packages = table.split(separator: "\n").filter { $0.split(separator: "|").count == 5 }
            .map { $0.split(separator: "|")[0] }.filter { !$0.contains("#") }
        expect(packages.count > 10)
        try await Learner.with { learner in
            for root in [PackageFiles.root, learner.workspace] {
                let path = root + "/.devcontainer/devcontainer.json"
                let data = try Data(contentsOf: URL(fileURLWithPath: path))
                struct Container: Decodable { let postCreateCommand: String }
                let words = try JSONDecoder().decode(Container.self, from: data).postCreateCommand.split(separator: " ")
                for package in packages { expect(words.contains(package), "\(package) in \(path)") }
            }
        }
    }
}
