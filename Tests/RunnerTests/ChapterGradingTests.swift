import Foundation
import TestSupport
import Testing

@testable import CheckpointCheck
@testable import CheckpointCourse
@testable import CheckpointGrading
@testable import CheckpointSystem

/// Tests of grading where chapters are optional.
@Suite("Chapters in grading")
struct ChapterGradingTests {
    private static func with(_ body: @Sendable (Projector) async throws -> Void) async throws {
        try await Resources.using { resources in
            let folder = try await resources.makeDirectory("vitals-chapters")
            try await body(try MiniCourse(in: folder, hasChapters: true).projector)
        }
    }

    @Test("a chapter is graded and worth points where the configuration names it, and nowhere else")
    func points() async throws {
        try await Self.with { projector in
            let course = projector.course
            func read(_ text: String) throws -> GradingConfig { try GradingConfig.read(text, course: course) }
            func worth(_ config: GradingConfig) -> [String] {
                course.writtenSteps.map { config.worth(of: $0).text }
            }
            let plain = try read("points: {each: 2}")
            expect(plain.steps(of: course).map(\.number), equals: [1, 2, 3])
            expect(worth(plain), equals: ["2", "2", "2", "0", "0"])
            let named = try read("points: {steps: {nickname: 3, 5: 4}}")
            expect(named.steps(of: course).map(\.number), equals: [1, 2, 3, 4, 5])
            expect(worth(named), equals: ["1", "1", "1", "3", "4"])
            let tests = try read("points: {per: test, each: 2, tests: {Step05CountTests/counts(): 7}}")
            expect(tests.steps(of: course).map(\.number), equals: [1, 2, 3, 5])
            expect(worth(tests), equals: ["2", "2", "4", "0", "7"])
            let error = #expect(throws: CourseError.self) { try read("points: {steps: {nick: 3}}") }
            expect(error?.description.contains("the names of chapters, and nick") == true)
        }
    }

    @Test("a submission has the steps that its files and its runner show, as far as a graded one needs them")
    func reached() async throws {
        try await Self.with { projector in
            let cases: [(files: StepSet, noted: StepSet, graded: StepSet, reached: StepSet)] = [
                ([1, 2, 3, 4], [], [1, 2, 3], [1, 2, 3]),
                ([1, 2, 3, 4], [], [1, 2, 3, 4], [1, 2, 3, 4]),
                ([1, 2, 3, 4, 5], [], [1, 2], [1, 2]),
                ([1, 2, 3, 4, 5], [], [4], [1, 2, 4]),
                ([1, 2], [1, 2, 3], [1, 2, 3, 4], [1, 2, 3]),
            ]
            for (files, noted, graded, expected) in cases {
                let tree = try projector.tree(in: .after(files))
                let found = projector.reachedSteps(of: tree, noted: noted, graded: graded)
                expect(found, equals: expected, "\(files), noted \(noted), graded \(graded)")
            }
            expect(projector.reachedSteps(of: [:], noted: [1, 2], graded: [1, 2]), equals: [])
        }
    }
}
