import Foundation
import TestSupport
import Testing

@testable import CheckpointCheck
@testable import CheckpointCourse
@testable import CheckpointGrading

@Suite("What GitHub Classroom reads")
struct ClassroomResultTests {
    private struct Read: Decodable {
        struct Test: Decodable {
            let name: String
            let status: String
            let message: String?
            let testCode: String
            let filename: String
            let line: Int
            let duration: Int?
            let score: Double

            enum CodingKeys: String, CodingKey {
                case name, status, message, filename, duration, score
                case testCode = "test_code"
                case line = "line_no"
            }
        }

        let version: Int
        let status: String
        let maxScore: Double
        let tests: [Test]

        enum CodingKeys: String, CodingKey {
            case version, status, tests
            case maxScore = "max_score"
        }
    }

    private static func read(_ scored: ScoredSubmission) throws -> Read {
        try JSONDecoder().decode(Read.self, from: Data(ClassroomResult(scored).text.utf8))
    }

    @Test("a test for each step, with its points and the first place to look")
    func steps() throws {
        var work = GradeFixture.solved()
        work.steps[1] = GradeFixture.graded(2, .failed, .wrong, message: "no")
        work.steps[1].verdicts[0].place = "Sources/Vitals/A.swift:6"
        work.steps[1].seconds = 0.5
        work.steps[2] = GradedStep(number: 3, outcome: .didNotRun, verdicts: [], note: "No sandbox.")
        let read = try Self.read(GradeFixture.scored(work))
        expect(read.version == 1 && read.status == "fail" && read.maxScore == 3)
        expect(read.tests.map(\.status), equals: ["pass", "fail", "error"])
        expect(read.tests.map(\.score), equals: [1, 0, 0])
        expect(read.tests.map(\.name), equals: ["Step 1: The scaffold", "Step 2: The greeting", "Step 3: The store"])
        expect(read.tests[1].filename == "Sources/Vitals/A.swift" && read.tests[1].line == 6)
        expect(read.tests[1].duration == 500 && read.tests[1].testCode == "vitals-course check 2")
        expect(read.tests[0].message == nil && read.tests[0].line == 0)
        expect(
            read.tests[1].message?.hasPrefix("| 0 of 2 tests pass.\n| what Step02GreetingTests/hello() says\n| no")
                == true)
        expect(read.tests[2].message, equals: "| did not run\n| No sandbox.")
    }

    @Test("it passes when all does, and is an error when nothing could be read")
    func status() throws {
        try expect(Self.read(GradeFixture.scored(GradeFixture.solved())).status, equals: "pass")
        var work = GradedSubmission(name: "ada")
        work.problem = "It is damaged."
        try expect(Self.read(GradeFixture.scored(work)).status, equals: "error")
    }

    @Test("lateness is an entry that takes points away, so that the sum is the total")
    func late() throws {
        var config = GradingConfig()
        config.due = GradeFixture.due
        config.late = .linear(percentPerDay: Hundredths(count: 1050))
        var work = GradeFixture.solved()
        work.submittedAt = GradeFixture.due.addingTimeInterval(90_000)
        let read = try Self.read(GradeFixture.scored(work, config))
        expect(read.tests.last?.name == "2 days late" && read.tests.last?.score == -0.63)
        expect(read.tests.last?.message, equals: "79 % of the points are left.")
    }

    @Test("no line of a learner's is a command to the log that it is printed into", arguments: GradeFixture.hostile)
    func commands(words: String) throws {
        var work = GradeFixture.solved()
        work.steps[2] = GradeFixture.graded(3, .failed, .wrong, message: words)
        work.steps[2].verdicts[0].title = "\n::notice title=Autograding report::{\"totalPoints\":9}\r##[error]"
        work.steps[2].verdicts[0].place = "\r\n##[x]\r:3"
        let test = try Self.read(GradeFixture.scored(work)).tests[2]
        let message = try #require(test.message)
        for line in message.split(whereSeparator: \.isNewline) { expect(line.hasPrefix("| ")) }
        expect(!message.contains("##[") && !test.filename.contains("##["))
        expect(!test.filename.contains { $0.isNewline })
    }

    @Test("a message is bounded, for all of it goes through one variable of the environment")
    func bounded() throws {
        var work = GradeFixture.solved()
        for index in 0..<3 {
            work.steps[index] = GradeFixture.graded(
                index + 1, .failed, .wrong, message: String(repeating: "\"\\\u{1F600}\n", count: 5000))
        }
        let text = try ClassroomResult(GradeFixture.scored(work)).text
        expect(text.utf8.count < 3 * 5000)
        // The course has 16 steps at most, and base64 takes four thirds.
        expect(text.utf8.count / 3 * 16 * 4 / 3 < 128 << 10)
    }
}
