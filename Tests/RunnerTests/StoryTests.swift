import Foundation
import TestSupport
import Testing

@testable import CheckpointAuthor
@testable import CheckpointCourse
@testable import CheckpointSystem

@Suite("The story of a chapter")
struct StoryTests {
    private static let heading = "## What goes wrong without it"

    /// The chapters, each with its pages that tell a story.
    private static func stories() throws -> [(step: String, pages: [String])] {
        let course = try Course.load(root: TestPaths.root)
        return try course.steps.filter { $0.isChapter && !$0.isComing }.map { step in
            let folder = "\(TestPaths.root)/steps/\(step.id)/"
            let pages = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
                .filter { $0 == "lesson.md" || $0.hasPrefix("part-") }
                .map { try String(contentsOfFile: folder + $0, encoding: .utf8) }
            return (step.id, pages.compactMap(section))
        }
    }

    private static func section(_ page: String) -> String? {
        guard let begin = page.range(of: "\n\(heading)\n") else { return nil }
        let rest = page[begin.upperBound...]
        return String(rest[..<(rest.range(of: "\n## ")?.lowerBound ?? rest.endIndex)])
    }

    @Test("each chapter tells one, with the test that plays it or the wrong answer that it's about")
    func isATest() throws {
        for (step, stories) in try Self.stories() {
            expect(!stories.isEmpty, "\(step) has no \"\(Self.heading)\"")
            expect(
                stories.contains { $0.contains("<!-- @test ") || $0.contains("<!-- @wrong ") },
                "\(step): no test and no wrong answer plays the story of \"\(Self.heading)\"")
        }
    }
}
