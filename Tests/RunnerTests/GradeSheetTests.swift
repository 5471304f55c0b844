import Foundation
import TestSupport
import Testing

@testable import CheckpointCheck
@testable import CheckpointGrading

@Suite("grades.csv")
struct GradeSheetTests {
    private static func rows(_ submissions: [ScoredSubmission]) throws -> [[String]] {
        try #require(cells(ofSheet: GradeSheet(submissions, steps: [1, 2, 3]).text))
    }

    @Test("the columns are those of the documentation, the cells those of the score")
    func columns() throws {
        var config = GradingConfig()
        config.due = GradeFixture.due
        config.late = .linear(percentPerDay: Hundredths(10))
        config.each = Hundredths(count: 250)
        var late = GradeFixture.solved()
        late.submittedAt = GradeFixture.due.addingTimeInterval(90_000)
        late.revision = "abc"
        late.steps[2] = GradeFixture.graded(3, .timedOut, .timedOut)
        var entry = ClassEntry(late)
        (entry.rosterName, entry.isOnRoster) = ("Lovelace, \"Ada\"", true)
        let score = Score(config, steps: GradeFixture.steps)
        let rows = try Self.rows([score(entry), score(ClassEntry(missing: "bob", rosterName: "Bob"))])
        expect(
            rows,
            equals: [
                [
                    "name", "roster name", "status", "submitted_at", "days_late", "step 1", "step 1 points", "step 2",
                    "step 2 points", "step 3", "step 3 points", "total", "max", "note", "revision",
                ],
                [
                    "ada", "Lovelace, \"Ada\"", "graded", "2027-01-16T09:00:00Z", "2", "passed", "2.5", "passed", "2.5",
                    "timed out", "0", "4", "7.5", "2 days late: 80 % of the points", "abc",
                ],
                [
                    "bob", "Bob", "missing", "", "", "", "0", "", "0", "", "0", "0", "7.5", "nothing handed in", "",
                ],
            ])
    }

    @Test("every line ends with CRLF, and only cells that need quotes have them")
    func form() {
        let text = GradeSheet([GradeFixture.scored(GradeFixture.solved())], steps: [1, 2, 3]).text
        expect(text.hasSuffix("\r\n"))
        expect(!text.replacing("\r\n", with: "").unicodeScalars.contains { $0 == "\r" || $0 == "\n" || $0 == "\"" })
    }

    @Test(
        "a cell that a spreadsheet would compute becomes text; numbers stay numbers",
        arguments: ["=1+1", "+1", "-1", "@SUM(A1)", "＝1"])
    func formulas(name: String) throws {
        let scored = Score(GradingConfig(), steps: GradeFixture.steps)(ClassEntry(missing: name, rosterName: name))
        let row = try Self.rows([scored])[1]
        expect(row[0] == "'" + name && row[1] == "'" + name)
        expect(row[12], equals: "3")
    }

    @Test("a cell that begins with a tab is text, and so is what comes behind it")
    func leadingTab() throws {
        let scored = Score(GradingConfig(), steps: GradeFixture.steps)(ClassEntry(missing: "\t=1", rosterName: "\ta"))
        let row = try Self.rows([scored])[1]
        expect(row[0] == "'\t'=1" && row[1] == "'\ta")
    }

    @Test(
        "no cell is computed where the list separator is another one than the comma",
        arguments: [
            "a;=1+1", "a;-1", "a\t=1", "a\t+1", "a; =1", "a,=1", "a|@SUM(A1)", "a;\"=1", " =1", "a\n=1", "a;\r\n=1",
        ],
        [";", "\t", ",", "|"])
    func separators(name: String, separator: Character) throws {
        let scored = Score(GradingConfig(), steps: GradeFixture.steps)(ClassEntry(missing: name, rosterName: name))
        let text = GradeSheet([scored], steps: [1, 2, 3]).text
        // As a spreadsheet splits that knows another separator: the quotes, too, stand anywhere then.
        let cells = text.split { $0 == separator || $0.isNewline }.map { cell in
            cell.drop { $0 == " " || $0 == "\"" || $0 == "\t" }
        }
        expect(!cells.contains { $0.first.map { "=+-@".contains($0) } ?? false }, "\(text)")
    }

    @Test(
        "whatever learners write, a reader of RFC 4180 finds as many cells in each row",
        arguments: 0..<10 as Range<UInt64>)
    func hostile(seed: UInt64) throws {
        let scored = Score(GradingConfig(), steps: GradeFixture.steps).all(try GradeFixture.classOf(12, seed: seed))
        let rows = try Self.rows(scored)
        expect(rows.count, equals: scored.count + 1)
        expect(rows.allSatisfy { $0.count == 15 })
        let steering = rows.joined().flatMap(\.unicodeScalars).filter { $0.value < 0x20 || $0.value == 0x202E }
        expect(steering.isEmpty)
    }
}
