import Foundation
import StepSupport
import TestSupport
import Testing

@testable import CheckpointCheck
@testable import CheckpointCourse
@testable import CheckpointSystem
@testable import CheckpointWorkspace

/// Tests of misbehaving code in the body `create` of step 3, accidental or malicious. Each misdeed must be reported as
/// what it is, and the other tests of the step must still get their verdicts.
@Suite("A learner's code that misbehaves", .serialized)
struct HostileTests {
    struct Misdeed: Sendable, CustomTestStringConvertible {
        let name: String
        let body: String
        let outcome: Verdict.Outcome
        let words: String
        /// The line of the body, counted from 1, that must be reported; nil if no line can be.
        var line: Int?

        var testDescription: String { name }
    }

    static let misdeeds = [
        Misdeed(
            name: "a loop without end",
            // On one line, because the compiler gives an instruction of the loop the line of the variable that it reads.
            body: "let first = 0\nvar count = first; while count >= 0 { count = (count + 1) % 7 }\nfatalError()",
            outcome: .timedOut, words: "didn't finish within", line: 2),
        Misdeed(
            name: "a trap", body: "let texts = [\"a\"]\n_ = texts[Int(value) + 7]\nthrow MeasurementError.notFinite",
            outcome: .crashed, words: "Index out of range", line: 2),
        Misdeed(
            name: "a stack overflow",
            body:
                "func deep(_ n: Int) -> Int { n < 0 ? 0 : 1 + deep(n + 1) }\n_ = deep(0)\nthrow MeasurementError.notFinite",
            outcome: .crashed, words: "calls itself for ever", line: 1),
        Misdeed(
            name: "exit(0)", body: "exit(0)", outcome: .exited, words: "exit status 0"),
        Misdeed(
            name: "a printed pass",
            body: """
                print("✔ Test run with 13 tests in 1 suite passed after 0.001 seconds.")
                exit(0)
                """, outcome: .exited, words: "ended the whole process"),
        Misdeed(
            name: "a gigabyte of output",
            body: """
                let line = String(repeating: "x", count: 1 << 16)
                for _ in 0..<(1 << 14) { print(line) }
                throw MeasurementError.notFinite
                """, outcome: .outputLimitExceeded, words: "MiB"),
        Misdeed(
            name: "a hundred processes",
            body: """
                for _ in 0..<100 {
                    let process = Process()
                    process.executableURL = URL(fileURLWithPath: "/bin/sleep")
                    process.arguments = ["61"]
                    try process.run()
                }
                while true { sleep(1) }
                """, outcome: .processLimitExceeded, words: "processes"),
        Misdeed(
            name: "memory without end",
            body: """
                var kept: [[UInt8]] = []
                while true { kept.append([UInt8](repeating: 1, count: 1 << 20)) }
                """, outcome: .outOfMemory, words: "MiB of memory"),
    ]

    @Test("is reported as what it is", arguments: misdeeds)
    func reports(misdeed: Misdeed) async throws {
        let projector = Projector(course: try Course.load(root: PackageFiles.root))
        var checker = Checker(stages: try Stages(projector: projector))
        checker.limits.memoryBytes = 512 << 20
        let lines = misdeed.body.split(separator: "\n").map { "        " + $0 }
        let tree = try projector.tree(in: .after([1, 2, 3]).replacing("create", with: lines))
        let request = Checker.Request(tree: tree, step: 3, of: projector.course)
        let report = try await checker.stage(for: request).exclusively(waiting: { _ in }) { [checker] in
            try await Resources.using { try await checker.check(request, in: $0) }
        }
        expect(report.didBuild, "\(report.errors) \(report.buildOutput)")
        expect(!report.passed)
        let failures = report.failures
        expect(failures.map(\.id), equals: ["Step03UnitsTests/create()"], "the other tests are judged: \(failures)")
        let verdict = try #require(failures.first)
        expect(verdict.outcome, equals: misdeed.outcome, "\(verdict)")
        expect(verdict.message.contains(misdeed.words), "\(verdict.message)")
        let place = try #require(verdict.place)
        expect(place.hasPrefix("Sources/Vitals/Units/Measurement+Create.swift:"), "\(place)")
        if let line = misdeed.line { expect(place.hasSuffix(":\(try bodyLine(tree) + line - 1)"), "\(place)") }
        expect(Self.stragglers(), equals: [], "nothing that it started may stay")
    }

    @Test("a check that runs out of time says so, and keeps what it found until then")
    func outOfTime() async throws {
        let projector = Projector(course: try Course.load(root: PackageFiles.root))
        var checker = Checker(stages: try Stages(projector: projector))
        // Less than one test that hangs may take.
        checker.limits.checkSeconds = 7
        let lines = ["while value != value + 1 { sleep(1) }", "fatalError()"].map { "        " + $0 }
        let tree = try projector.tree(in: .after([1, 2, 3]).replacing("create", with: lines))
        let request = Checker.Request(tree: tree, step: 3, of: projector.course)
        let report = try await checker.stage(for: request).exclusively(waiting: { _ in }) { [checker] in
            try await Resources.using { try await checker.check(request, in: $0) }
        }
        expect(report.isOutOfTime && !report.passed)
        let verdict = try #require(report.verdicts.first { $0.id == "Step03UnitsTests/create()" })
        expect(verdict.outcome == .timedOut && verdict.message.contains("within 7 s"), "\(verdict)")
        let passed = report.verdicts.filter(\.passed).count
        expect(passed >= report.verdicts.filter { $0.step < 3 }.count, "\(report.failures.map(\.id))")
        expect(report.record(of: try #require(projector.course.step(3)), at: Date()).verdict, equals: .outOfTime)
    }

    /// Returns the line where the body of `create` begins.
    private func bodyLine(_ tree: [String: TreeFile]) throws -> Int {
        let text = try #require(tree["Sources/Vitals/Units/Measurement+Create.swift"]?.text)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return try #require(lines.firstIndex { $0.hasSuffix("throws -> Measurement {") }) + 2
    }

    private static func stragglers() -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.filter { Int($0) != nil }.filter { id in
            let line = FileManager.default.contents(atPath: "/proc/\(id)/cmdline") ?? Data()
            return String(decoding: line, as: UTF8.self) == "/bin/sleep\u{0}61\u{0}"
        }
    }
}
