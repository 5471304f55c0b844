import Foundation
import TestSupport
import Testing

@testable import CheckpointAuthor
@testable import CheckpointCourse
@testable import CheckpointSystem

@Suite("The frame of a new chapter")
struct ChapterFrameTests {
    @Test("a name is lower-case words with hyphens, and has a spelling for each kind of file")
    func names() throws {
        let name = try ChapterName("sleep-goals")
        expect(
            [name.slug, name.type, name.code, name.table, name.variable],
            equals: ["sleep-goals", "SleepGoals", "sleepGoals", "sleep_goals", "SLEEP_GOALS"])
        for slug in ["", "Tally", "a--b", "-a", "a-", "2fa", "tally ", "tally/x", "tälly", "class", "user"] {
            expect(throws: CourseError.self, "\(slug)") { try ChapterName(slug) }
        }
    }

    @Test("it's refused where a folder, a target or a declaration has the name, and the message names the place")
    func takenNames() throws {
        let course = try Course.load(root: TestPaths.root)
        let places = [
            "live": "Step 20", "server": "Sources/VitalsServer ", "view-models": "Sources/VitalsViewModels ",
            "demo": "web/demo ", "log": ".swift ", "device": ".swift ",
        ]
        for (slug, place) in places.sorted(by: { $0.key < $1.key }) {
            do {
                _ = try ChapterFrame(ChapterName(slug), title: slug, course: course)
                Issue.record("\(slug) is taken")
            } catch let error as CourseError {
                expect(error.description.contains(place), "\(error)")
            }
        }
    }

    @Test("an error takes back what was written before it")
    func allOrNothing() async throws {
        try await Resources.using { resources in
            let root = try await resources.makeDirectory("vitals-frame")
            for name in [
                "Sources", "Package.swift", "Tests", "course.md", "db", "docs", "openapi.yaml", "steps", "web",
            ] {
                try FileManager.default.copyItem(atPath: "\(TestPaths.root)/\(name)", toPath: "\(root)/\(name)")
            }
            try FileManager.default.copyItem(
                atPath: TestPaths.root + "/CHANGELOG.md", toPath: root + "/CHANGELOG.md")
            let frame = try ChapterFrame(ChapterName("tally"), title: "A tally", course: Course.load(root: root))
            let before = try Self.files(root)
            // A folder in the place of the last file that is written.
            try FileManager.default.removeItem(atPath: root + "/CHANGELOG.md")
            try FileManager.default.createDirectory(
                atPath: root + "/CHANGELOG.md/x", withIntermediateDirectories: true)
            do {
                try frame.write(to: root)
                Issue.record("the changelog is a folder")
            } catch let error as CourseError {
                expect(error.description.contains("CHANGELOG.md can't be written, so nothing was"), "\(error)")
            }
            try FileManager.default.removeItem(atPath: root + "/CHANGELOG.md")
            try FileManager.default.copyItem(
                atPath: TestPaths.root + "/CHANGELOG.md", toPath: root + "/CHANGELOG.md")
            try expect(Self.files(root) == before, "the tree isn't what it was")

            try frame.write(to: root)
            let gained = try Self.files(root).filter { before[$0.key] == nil && !$0.value.isEmpty }
            expect(gained.count, equals: frame.fileCount)
            let second = try ChapterFrame(ChapterName("sleep-goals"), title: "Goals", course: Course.load(root: root))
            expect(second.number, equals: frame.number + 1)
        }
    }

    /// Every file and folder below this one; a folder has no contents.
    private static func files(_ root: String) throws -> [String: Data] {
        try FileManager.default.subpathsOfDirectory(atPath: root).reduce(into: [:]) {
            $0[$1] = FileManager.default.contents(atPath: root + "/" + $1) ?? Data()
        }
    }
}

/// Records an issue unless `body` throws an error of this kind.
private func expect<E: Error>(throws kind: E.Type, _ comment: Comment, _ body: () throws -> some Any) {
    do {
        _ = try body()
        Issue.record(comment)
    } catch { expect(error is E, comment) }
}
