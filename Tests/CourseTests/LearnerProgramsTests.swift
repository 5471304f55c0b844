import Foundation
import StepSupport
import TestSupport
import Testing

@testable import CheckpointCourse

@Suite("What a learner tries by hand")
struct LearnerProgramsTests {
    @Test("a lesson's program runs on the learner's own code: first it says what is not written, then it works")
    func lessonProgram() async throws {
        try await Learner.with { learner in
            _ = try await learner.run("jump", "2")
            let before = try await learner.run("run", "milliseconds")
            expect(before.status == 86 && before.error.contains("Not written yet (step 2)"), "\(before)")
            expect(!before.text.contains("@@todo"))
            _ = try await learner.run("solution", "2", "--apply")
            let after = try await learner.run("run", "milliseconds")
            expect(after.status == 0 && after.output.split(separator: "\n").count > 3, "\(after)")
            let json = try await learner.run("run", "--json", "milliseconds")
            let report = try #require(
                try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any], "\(json)")
            expect(report["standardOutput"] as? String == after.output && report["exitStatus"] as? Int == 0)
            let source = try await learner.run("run", "--json", "--source", "milliseconds")
            expect(source.status == 0 && source.output.hasPrefix(#"{"program":"milliseconds","source":"#), "\(source)")
        }
    }

    @Test("the first run in a build folder says at once that it builds for minutes, and the next one doesn't")
    func firstRun() async throws {
        try await Learner.with { learner in
            _ = try await learner.run("jump", "2")
            func run() async throws -> String {
                try await learner.shell(
                    "VITALS_COURSE_CACHE=\"$PWD/../cache\" VITALS_COURSE_NO_PREBUILD=1 ./vitals-course run milliseconds"
                ).error
            }
            let first = try await run()
            expect(
                first.hasPrefix("Building your code for the first time. That may take a few minutes.\n"), "\(first)")
            let second = try await run()
            expect(!second.contains("Building"), "\(second)")
        }
    }

    @Test("with --source a lesson's program is printed, and nothing is built")
    func source() async throws {
        try await Learner.with { learner in
            _ = try await learner.run("jump", "2")
            let path = PackageFiles.root + "/steps/02-domain-model/programs/milliseconds.swift"
            let text = try String(contentsOfFile: path, encoding: .utf8)
            for words in [["milliseconds", "--source"], ["--source", "milliseconds"]] {
                let run = try await learner.shell("./vitals-course run " + words.joined(separator: " "))
                expect(run.status == 0 && run.output == text && run.error.isEmpty, "\(run)")
            }
            let unknown = try await learner.run("run", "milisecond", "--source")
            expect(unknown.status == 2 && unknown.error.contains("Did you mean \"milliseconds\"?"), "\(unknown)")
            let file = try await learner.run("run", "--source", "mine.swift")
            expect(file.status == 2 && file.error.contains("--source prints programs of lessons"), "\(file)")
        }
    }

    @Test("so does a file of the learner's, with input and arguments; its mistakes are named at its own lines")
    func file() async throws {
        try await Learner.with { learner in
            _ = try await learner.run("jump", "3")
            let source =
                "import Vitals\nprint(MetricKind.weight.rawValue, readLine() ?? \"-\", CommandLine.arguments[1])\n"
            try TreeFile(source).write(to: learner.workspace + "/mine.swift")
            let run = try await learner.shell("echo in | ./vitals-course run mine.swift --out")
            expect(run.status == 0 && run.output == "WEIGHT in --out\n", "\(run)")

            try TreeFile("import Vitals\n\nprint(nowhere)\n").write(to: learner.workspace + "/mine.swift")
            let broken = try await learner.run("run", "mine.swift")
            expect(broken.status == 1 && broken.error.contains("mine.swift:3:7: error:"), "\(broken)")

            let unknown = try await learner.run("run", "milisecond")
            expect(unknown.status == 2 && unknown.error.contains("milliseconds"), "\(unknown)")
        }
    }

    @Test("what several tests say in the same words is told once")
    func sameWords() async throws {
        try await Learner.with { learner in
            _ = try await learner.run("jump", "3")
            _ = try await learner.run("solution", "3", "--apply")
            try learner.edit("Sources/Vitals/Units/Measurement+Validate.swift") {
                $0.replacing(
                    "func validate() throws {", with: "func validate() throws { fatalError(\"twice the same\")")
            }
            let check = try await learner.run("check", "3")
            expect(check.status, equals: 1)
            expect(
                check.output.split(separator: "twice the same", omittingEmptySubsequences: false).count, equals: 2,
                "\(check)"
            )
            expect(check.output.contains(#/\d more for the same reason/#), "\(check)")
        }
    }

    @Test("a failing check leads to the lesson's paragraph on that mistake")
    func mistake() async throws {
        try await Learner.with { learner in
            _ = try await learner.run("jump", "3")
            let projector = Projector(course: try learner.course)
            let step = try #require(try learner.course.step(3))
            let answer = try #require(try WrongAnswer.all(of: step, root: PackageFiles.root).first)
            let region = try #require(try projector.regions().first { $0.name == answer.parts[0].region })
            let state = try projector.state(after: 3, with: answer)
            _ = try await learner.run("solution", "3", "--apply")
            try projector.file(region.file, in: state).write(to: learner.workspace + "/" + region.file)

            let mistakes = try CoursePage(.lesson(step), root: PackageFiles.root).mistakes()
            let number = try #require(mistakes.firstIndex { $0.names.contains(answer.name) }) + 1
            let check = try await learner.run("check", "3")
            expect(
                check.status == 1 && check.output.contains("vitals-course read 3 --mistake \(number)"), "\(check)")
            let paragraph = try await learner.run("read", "3", "--mistake", "\(number)")
            expect(
                paragraph.status == 0 && paragraph.output.contains("\nMistake \(number). The check says: "),
                "\(paragraph)")
            expect(paragraph.output.contains(mistakes[number - 1].title), "\(paragraph)")
            expect(paragraph.output.contains(answer.says))
        }
    }
}
