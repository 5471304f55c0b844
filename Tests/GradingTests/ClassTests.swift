import Foundation
import StepSupport
import TestSupport
import Testing

@testable import CheckpointCourse
@testable import CheckpointGrading
@testable import CheckpointSystem

/// Tests that grade the made-up class in one run, as an instructor would; each hostile submission harms only itself.
@Suite("A class is graded", .serialized)
struct ClassTests {
    private static let hasSandbox = Sandbox.path() != nil

    @Test("each submission gets what it deserves, and nobody else is harmed", .enabled(if: hasSandbox))
    func whole() async throws {
        let canaries = try Canaries()
        defer { canaries.remove() }
        try await Resources.using { resources in
            let folder = try await resources.makeDirectory("vitals-class")
            let course = try await MadeUpClass.handIn(in: folder + "/submissions", canaries.words)
            let grading = try await course.grade(to: folder + "/grades", ["--require-sandbox", "--jobs", "2"])
            expect(grading.status, equals: 0, "\(grading.errors.suffix(2_000))")
            try course.expectGrades(in: folder + "/grades")
        }
        expect(canaries.missing, equals: [], "a submission deleted what is not its own")
        expect(canaries.reached, equals: [], "a submission reached a server of the machine")
        expect(Self.stragglers(), equals: [], "a submission left processes behind")
    }

    /// Checks that the canaries can be harmed at all; otherwise the other test would prove nothing.
    @Test("without a sandbox the same submissions do harm", arguments: ["14-deletes-files", "15-phones-home"])
    func harm(name: String) async throws {
        let canaries = try Canaries()
        defer { canaries.remove() }
        try await Resources.using { resources in
            let folder = try await resources.makeDirectory("vitals-class")
            let projector = Projector(course: try Course.load(root: PackageFiles.root))
            let submission = try #require(try MadeUpSubmission.all().first { $0.name == name }?.submission)
            let run = GradingRun(
                projector: projector, steps: [1, 2, 3], program: PackageFiles.product("vitals-course"),
                results: GradingResults(folder: folder + "/results", resumes: false))
            let graded = try await run.run([
                Submission(name: name, tree: try submission.tree(name, projector, canaries.words))
            ])
            expect(graded.first?.problem == nil, "\(graded)")
            expect(graded.first?.steps.map(\.outcome.rawValue), equals: ["passed", "passed", "failed"])
        }
        expect(canaries.missing.isEmpty != (name == "14-deletes-files"))
        expect(canaries.reached, equals: (name == "15-phones-home" ? ["port", "socket"] : []))
    }

    /// Returns the processes that `13-many-processes` starts.
    private static func stragglers() -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.filter { Int($0) != nil }.filter { id in
            let line = FileManager.default.contents(atPath: "/proc/\(id)/cmdline") ?? Data()
            return String(decoding: line, as: UTF8.self) == "/bin/sleep\u{0}127\u{0}"
        }
    }
}
