import Foundation
import TestSupport
import Testing

@testable import CheckpointGrading
@testable import CheckpointSystem

@Suite("The roster")
struct GradingRosterTests {
    private static func roster(_ text: String) throws -> Roster { try Roster(Data(text.utf8), path: "roster.csv") }

    private static func date(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }

    @Test("columns come in any order, and others are left alone")
    func columns() throws {
        let roster = try Self.roster(
            """
            mail, Submitted_At ,name,ID
            a@x,2026-12-01T23:59:00+01:00,Ada Lovelace,ada
            ,,,bob

            """)
        expect(
            roster.entries,
            equals: [
                .init(id: "ada", name: "Ada Lovelace", submittedAt: Self.date(1_796_165_940)),
                .init(id: "bob", name: nil, submittedAt: nil),
            ])
        expect(roster["ada"]?.name, equals: "Ada Lovelace")
        expect(roster["eve"] == nil)
    }

    @Test("its word on when something was handed in counts before the learner's own; without one, theirs does")
    func submittedAt() throws {
        let roster = try Self.roster("id,submitted_at\nada,2026-12-01T23:59:00+01:00\nbob,\n")
        let times = ["ada", "bob", "eve"].map { name in
            var submission = Submission(name: name, tree: [:])
            submission.submittedAt = Self.date(1)
            return roster.submittedAt(of: submission)
        }
        expect(times, equals: [Self.date(1_796_165_940), Self.date(1), Self.date(1)])
    }

    @Test("quotes, line ends of every kind, empty lines and a mark at the beginning are read as RFC 4180 has them")
    func csv() throws {
        let roster = try Self.roster(
            "\u{FEFF}\"id\",name\r\nada,\"Lovelace, \"\"Ada\"\"\"\r\n\r\n\"bob\",\"two\nlines\"\neve,Ève\rzoe,")
        expect(roster.entries.map(\.id), equals: ["ada", "bob", "eve", "zoe"])
        expect(roster.entries.map(\.name), equals: ["Lovelace, \"Ada\"", "two\nlines", "Ève", nil])
        try expect(Self.roster("id").entries.isEmpty)
    }

    @Test("a moment is read with its offset")
    func moments() throws {
        let noon = 1_796_126_400.0
        for (text, seconds) in [
            ("2026-12-01T12:00:00Z", 0), ("2026-12-01t12:00z", 0), ("2026-12-01T12:00:00.25Z", 0),
            ("2026-12-01T13:00:00+01:00", 0), ("2026-12-01T06:30:00-0530", 0), ("2026-12-02T02:00:00+14:00", 0),
        ] {
            expect(Date(iso8601: text), equals: Self.date(noon + Double(seconds)), "\(text)")
        }
    }

    /// Malformed rosters, each with the location and a part of the error message.
    private static let wrong = [
        ("", "roster.csv:1:", "no column \"id\""),
        ("name\nAda", "roster.csv:1:", "no column \"id\""),
        ("id;name\nada;Ada", "roster.csv:1:", "by commas"),
        ("id,name,id\n", "roster.csv:1:", "twice"),
        ("id\nada\nbob\nada", "roster.csv:4:", "\"ada\" already exists"),
        ("name,id\n\"a\nb\",ada\n,", "roster.csv:4:", "empty"),
        ("id,name\nada", "roster.csv:2:", "1 fields"),
        ("id\nada,Ada", "roster.csv:2:", "2 fields"),
        ("id,name\n\nada,\"x\n\n", "roster.csv:3:", "never closed"),
        ("id,name\nada,\"x\"y", "roster.csv:2:", "closing quote"),
        ("id,name\nada,x\"y\"", "roster.csv:2:", "contains a quote"),
    ]

    @Test("what is wrong in it is named with file and line", arguments: wrong)
    func errors(text: String, place: String, words: String) throws {
        let error = #expect(throws: CourseError.self) { try Self.roster(text) }
        expect(error?.code, equals: .usage)
        expect(error?.description.hasPrefix(place) == true, "\(error?.description ?? "")")
        expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    }

    @Test(
        "what is no moment is named with file and line",
        arguments: [
            "2026-12-01", "2026-12-01T12:00:00", "2026-12-01 12:00:00Z!", "2026-02-29T12:00:00Z",
            "2026-13-01T12:00:00Z",
            "2026-12-01T24:00:00Z", "2026-12-01T12:60:00Z", "2026-12-01T12:00:00+01:60", "2026-12-01T12:00:00+15:00",
            "٢026-12-01T12:00:00Z", "tomorrow",
        ])
    func badMoments(text: String) throws {
        let error = #expect(throws: CourseError.self) { try Self.roster("id,submitted_at\nada,\(text)\n") }
        expect(error?.description.hasPrefix("roster.csv:2: \"\(text)\" isn't a time") == true)
    }

    @Test("who handed nothing in is missing, in the order of the roster")
    func missing() throws {
        let roster = try Self.roster("id\nzoe\nada\nbob\n")
        expect(roster.missing(from: ["ada", "eve"]).map(\.id), equals: ["zoe", "bob"])
        expect(roster.missing(from: ["zoe", "bob", "ada"]).isEmpty)
    }

    @Test("a file that is not there, or not in UTF-8, is said to be so")
    func unreadable() throws {
        #expect(throws: CourseError.self) { try Roster(path: "/nowhere/roster.csv") }
        let error = #expect(throws: CourseError.self) {
            try Roster(Data([0xFF, 0xFE, 0x69, 0x00]), path: "roster.csv")
        }
        expect(error?.description.contains("UTF-8") == true)
    }
}
