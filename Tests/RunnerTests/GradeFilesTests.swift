import Foundation
import TestSupport
import Testing

@testable import CheckpointCourse
@testable import CheckpointGrading
@testable import CheckpointSystem

@Suite("The files of the grades")
struct GradeFilesTests {
    private static let config: GradingConfig = {
        var config = GradingConfig()
        config.due = GradeFixture.due
        config.late = .linear(percentPerDay: Hundredths(count: 1234))
        config.unit = .test
        config.each = Hundredths(count: 333)
        return config
    }()

    private static func files(_ entries: [ClassEntry]) throws -> GradeFiles {
        try GradeFiles(
            Score(config, steps: GradeFixture.steps).all(entries), config, steps: [1, 2, 3], courseVersion: "1.2.3")
    }

    @Test("all of them say the same of everybody", arguments: 0..<10 as Range<UInt64>)
    func agreement(seed: UInt64) throws {
        let entries = try GradeFixture.classOf(12, seed: seed)
        let texts = try Self.files(entries).texts
        let scored = Score(Self.config, steps: GradeFixture.steps).all(entries)
        let table = GradeTable(scored, style: TextStyle(isColoured: false)).lines.dropFirst()
        let sheet = try #require(cells(ofSheet: texts["grades.csv"] ?? "")).dropFirst()
        let json = try JSONDecoder().decode(Document.self, from: Data((texts["grades.json"] ?? "").utf8))
        expect(sheet.count == scored.count && json.submissions.count == scored.count)
        for (scored, (cells, (row, line))) in zip(scored, zip(sheet, zip(json.submissions, table))) {
            expect(cells[0] == scored.name && row.name == scored.name && line.hasPrefix(scored.name))
            expect(cells[11] == scored.total.text && cells[12] == scored.max.text)
            expect(stride(from: 6, to: 11, by: 2).map { cells[$0] }, equals: scored.steps.map(\.points.text))
            expect(row.total == Self.decimal(scored.total) && row.max == Self.decimal(scored.max))
            expect(row.steps.map(\.points).reduce(0, +), equals: row.earned)
            expect(line.contains(" \(scored.total.text) / \(scored.max.text)"))
            guard scored.status != .missing else { continue }
            let report = try #require(texts["reports/\(scored.name).md"])
            expect(report.contains("**\(scored.total.text) of \(scored.max.text) points**"))
            let classroom = try JSONDecoder().decode(
                Classroom.self, from: Data((texts["classroom/\(scored.name).json"] ?? "").utf8))
            expect(classroom.tests.map(\.score).reduce(0, +) == row.total && classroom.maxScore == row.max)
        }
        expect(texts.count, equals: 2 + 2 * scored.filter { $0.status != .missing }.count)
    }

    private struct Document: Decodable {
        struct Row: Decodable {
            let name: String
            let earned: Decimal
            let total: Decimal
            let max: Decimal
            let steps: [Step]
        }

        struct Step: Decodable { let points: Decimal }

        let submissions: [Row]
    }

    private struct Classroom: Decodable {
        struct Test: Decodable { let score: Decimal }

        let maxScore: Decimal
        let tests: [Test]

        enum CodingKeys: String, CodingKey {
            case tests
            case maxScore = "max_score"
        }
    }

    private static func decimal(_ number: Hundredths) -> Decimal { Decimal(number.count) / 100 }

    @Test("the same submissions in another order give the same bytes, and seconds change nothing in the sheet")
    func deterministic() throws {
        let entries = try GradeFixture.classOf(12, seed: 3)
        let texts = try Self.files(entries).texts
        for _ in 0..<3 { try expect(Self.files(entries.shuffled()).texts, equals: texts) }
        let slower = entries.map { entry in
            var entry = entry
            for index in entry.submission?.steps.indices ?? 0..<0 { entry.submission?.steps[index].seconds = 99 }
            return entry
        }
        let others = try Self.files(slower).texts
        expect(others["grades.csv"] == texts["grades.csv"] && others["grades.json"] != texts["grades.json"])
    }

    @Test("grades.json has everything: rules, verdicts, seconds, flags, hints")
    func everything() throws {
        var work = GradeFixture.solved()
        work.steps[0].seconds = 0.125
        work.flags = [SourceFlag(path: "A.swift", line: 1, means: "dlsym", text: "x")]
        work.hints = [2: ["hello": 3]]
        let text = try #require(try Self.files([ClassEntry(work)]).texts["grades.json"])
        for part in [
            "\"course\" : \"1.2.3\"", "\"due\" : \"2027-01-15T08:00:00Z\"", "\"percentPerDay\" : 12.34",
            "\"seconds\" : 0.125", "\"means\" : \"dlsym\"", "\"hello\" : 3", "\"outcome\" : \"passed\"",
            "\"title\" : \"what Step01ScaffoldTests/builds() says\"", "\"points\" : 3.33", "\"secondsLate\" : 0",
        ] {
            expect(text.contains(part), "\(part)")
        }
    }

    @Test("they are written below the folder, over what was there, and leave nothing else")
    func written() async throws {
        try await Resources.using { resources in
            let folder = try await resources.makeDirectory("vitals-grades") + "/out"
            let files = try Self.files([
                ClassEntry(GradeFixture.solved("a/../../b")), ClassEntry(GradeFixture.solved()),
            ])
            try files.write(to: folder)
            try files.write(to: folder)
            let paths = try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
            expect(
                paths,
                equals: [
                    "classroom", "classroom/a%2F..%2F..%2Fb.json", "classroom/ada.json", "grades.csv", "grades.json",
                    "reports", "reports/a%2F..%2F..%2Fb.md", "reports/ada.md",
                ])
            for (path, text) in files.texts {
                expect(FileManager.default.contents(atPath: folder + "/" + path), equals: Data(text.utf8))
            }
            #expect(throws: CourseError.self) { try files.write(to: folder + "/grades.csv") }
        }
    }

    @Test("no two names share a file, and none leaves its folder")
    func names() {
        let names = ["a/b", "a%2Fb", "a%252Fb", "..", ".", "", ".git", "%2E.", "a\0b", "é", "a:b", "a\\b", "%"]
        let files = names.map(GradeFiles.fileName)
        expect(Set(files).count, equals: names.count)
        expect(files.allSatisfy { !$0.contains("/") && !$0.hasPrefix(".") && !$0.isEmpty })
        expect(GradeFiles.fileName("Ada-Lovelace_2 é"), equals: "Ada-Lovelace_2 é")
    }

    @Test("the longest name of characters that no file can have doesn't keep the grades from being written")
    func longNames() async throws {
        let names = [String(repeating: ":", count: 200), String(repeating: ":", count: 199) + "%"]
        try expect(names.map { try SubmissionKind.of("/").name(of: "/" + $0) }, equals: names, "they are submissions")
        try await Resources.using { resources in
            let folder = try await resources.makeDirectory("vitals-grades")
            try Self.files(names.map { ClassEntry(GradeFixture.solved($0)) }).write(to: folder)
            try expect(FileManager.default.contentsOfDirectory(atPath: folder + "/reports").count, equals: 2)
        }
    }
}
