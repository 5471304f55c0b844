import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

/// Numbers in lessons that the code decides.
@Suite("Numbers in lessons")
struct LessonNumbersTests {
    private func text(_ path: String) throws -> String {
        try String(contentsOf: URL(filePath: PackageFiles.root).appending(path: path), encoding: .utf8)
    }

    @Test("Lesson 4 counts as many tests as step 4 has, and the last part makes all of them green")
    func testsOfStep4() throws {
        let folder = URL(filePath: PackageFiles.root).appending(path: "Tests/StepTests")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("Step04") }
        let count = try files.reduce(0) { try $0 + text("Tests/StepTests/\($1)").matches(of: /@Test\(/).count }
        let lesson = try text("steps/04-local-store/lesson.md")
        expect(
            count > 20 && lesson.contains("green, of \(count) |") && lesson.contains("\n| 6 | \(count) |"), "\(count)")
    }

    @Test("Lesson 9 names the page size of a sync, wherever it names one")
    func pageSize() throws {
        let lesson = try text("steps/09-tests/lesson.md")
        let named = lesson.matches(of: /(?:up to|page of) ([0-9,]+)/).map { $0.output.1.filter { $0 != "," } }
        expect(named, equals: ["\(SyncSettings().pageSize)", "\(SyncSettings().pageSize)"])
    }
}
