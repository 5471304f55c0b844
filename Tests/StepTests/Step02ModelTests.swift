import Foundation
import StepSupport
import Testing
import Vitals

@Suite("Step 2: the domain model")
struct Step02ModelTests {
    // Tests that aren't about a time's text create times from milliseconds, so that each test depends on one idea only.

    private static let id = UUID(uuidString: "0A1B2C3D-4E5F-4A6B-8C7D-9E0F1A2B3C4D")!
    /// 2026-06-20T07:30:00.125Z.
    private static let time = Timestamp(clamping: 1_781_940_600_125)
    /// The record below in its wire form, without its closing brace.
    private static let base =
        #"{"id":"0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d","kind":"WEIGHT","value":72.3,"unit":"KG","#
        + #""recordedAt":"2026-06-20T07:30:00.125Z","updatedAt":"2026-06-20T07:30:00.125Z","version":1"#

    private func record(
        kind: MetricKind = .weight, value: Double = 72.3, unit: MetricUnit = .kilograms, updatedAt: Timestamp = time,
        version: Int64 = 1, extra: [JSONValue.Member] = []
    ) -> Vitals.Measurement {
        Vitals.Measurement(
            id: Self.id, kind: kind, value: value, unit: unit, recordedAt: Self.time, updatedAt: updatedAt,
            version: version, extra: extra.isEmpty ? .empty : UnknownMembers(members: extra))
    }

    /// Reads a record that every build should be able to read.
    private func read(_ text: String) throws -> Vitals.Measurement {
        do { return try Vitals.Measurement(json: JSONValue(parsing: text)) } catch {
            throw Cases.Broken("This record should be readable, but it's refused (\(error)):\n\(text)")
        }
    }

    // MARK: JSON

    @Test("a record is written as JSON in the protocol's order, to the byte")
    func writtenToTheByte() {
        let written = record().json
        expect(
            !written.contains("0A1B2C3D"),
            "Write the id with `lowercased`, not in upper case as Foundation has it; the JSON is \(written)"
        )
        expect(
            written == Self.base + "}",
            "The record should be written as\n\(Self.base)}\nits JSON is\n\(written)")
    }

    @Test("a large number, the greatest version and a text with quotes are written as RFC 8785 says")
    func writtenValues() {
        let odd = record(
            kind: MetricKind(rawValue: "\"é\"\n"), value: 1e21, version: Vitals.Measurement.maximumVersion
        ).json
        expect(
            odd.hasPrefix(##"{"id":"0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d","kind":"\"é\"\n","##),
            "Write texts with CanonicalJSON.write, which escapes quotes; the JSON is \(odd)")
        expect(odd.contains(#""value":1e+21,"#), "1e21 should be written as 1e+21; the JSON is \(odd)")
        expect(
            odd.hasSuffix(#""version":9007199254740991}"#),
            "The version should be written as a whole number, with all its digits; the JSON is \(odd)")
        let whole = record(value: 72).json
        expect(whole.contains(#""value":72,"#), "72 should be written as 72, not as 72.0; the JSON is \(whole)")
    }

    @Test("a record that's written and read back is the same record")
    func readBack() throws {
        try Cases(test: "Step02ModelTests/readBack()", step: 2).check { generator in
            Vitals.Measurement.generated(by: &generator)
        } shrink: {
            $0.plainer
        } describe: {
            $0.json
        } holds: { record in
            let back = try read(record.json)
            try Cases.expect(
                back == record,
                "A record that's read back should equal the one that was written; it came back as \(back.json)")
        }
    }

    @Test("members may come in any order, ids in either case, times with any offset")
    func anyOrder() throws {
        let shuffled =
            #"{"version":1,"updatedAt":"2026-06-20T09:30:00.125+02:00","id":"0A1B2C3D-4E5F-4A6B-8C7D-9E0F1A2B3C4D","#
            + #""unit":"KG","value":7.23e1,"recordedAt":"2026-06-20T07:30:00.1259Z","kind":"WEIGHT"}"#
        let read = try read(shuffled)
        expect(
            read == record(),
            "This is the same record in another order and spelling; it was read as \(read.json)")
    }

    @Test(
        "a member that's missing or has the wrong shape is refused, and the error names it", .serialized,
        arguments: [
            ("\"0a1b2c3d-", "\"", "id"), ("\"kind\":\"WEIGHT\",", "", "kind"), ("\"WEIGHT\"", "null", "kind"),
            ("72.3", "\"72.3\"", "value"), ("\"KG\"", "7", "unit"),
            ("\"2026-06-20T07:30:00.125Z\",\"up", "\"2026-02-30T07:30:00Z\",\"up", "recordedAt"),
            ("\"2026-06-20T07:30:00.125Z\",\"ve", "1781940600125,\"ve", "updatedAt"),
            ("\"version\":1", "\"version\":0", "version"), ("\"version\":1", "\"version\":1.5", "version"),
            ("\"version\":1", "\"version\":9007199254740992", "version"),
            ("\"version\":1", "\"version\":1e300", "version"),
        ])
    func wrongShape(found: String, replacement: String, member: String) throws {
        let text = Self.base.replacing(found, with: replacement) + "}"
        do {
            let read = try Vitals.Measurement(json: JSONValue(parsing: text))
            Issue.record("\(text) should be refused because of its \(member); it was read as \(read.json)")
        } catch {
            expect(
                error.path == member && error.isShape,
                "The error should name the member \(member); it says: \(error)")
        }
    }

    @Test("a kind and a unit that this build doesn't know survive a round trip")
    func unknownKindSurvives() throws {
        let text = Self.base.replacing("WEIGHT", with: "GRIP_\u{1F600}").replacing("\"KG\"", with: "\"PTS\"") + "}"
        let read = try read(text)
        expect(
            read.kind.rawValue == "GRIP_\u{1F600}" && read.unit.rawValue == "PTS",
            "A kind from a newer build should be kept as it is; it was read as \(read.kind.rawValue), \(read.unit.rawValue)."
        )
        expect(
            read.json == text, "What this build doesn't know should go out as it came in; it goes out as \(read.json)")
    }

    @Test("kinds and units are compared by their bytes")
    func bytesDecide() {
        let (composed, decomposed) = ("\u{E9}", "e\u{301}")
        expect(
            MetricKind(rawValue: composed) != MetricKind(rawValue: decomposed),
            "é and e with a combining accent differ in their bytes, so the two kinds should differ; they're equal."
        )
        expect(
            MetricKind(rawValue: "weight") != .weight,
            "weight isn't WEIGHT: names are compared as they are, but here the two kinds are equal.")
        expect(
            MetricKind(rawValue: "WEIGHT") == .weight, "Two kinds with the same name should be equal; they aren't.")
    }

    @Test("members that this build doesn't know survive, sorted, after the seven it knows")
    func extraMembersSurvive() throws {
        let read = try read(
            #"{"note":"x","Über":1,"# + Self.base.dropFirst() + #","label":{"b":null,"a":[1.0,2e0]}}"#)
        let expected = Self.base + #","label":{"a":[1,2],"b":null},"note":"x","Über":1}"#
        expect(
            read.json == expected,
            "Unknown members should come after the seven, in canonical order:\n\(expected)\nthe JSON is\n\(read.json)")
        expect(
            read.extra.members.map(\.name) == ["label", "note", "Über"],
            "Extra should hold the members beyond the seven and no others; it holds \(read.extra.members.map(\.name)).")
    }

    @Test("a member that's null counts as absent")
    func nullMembersAreDropped() throws {
        let read = try read(Self.base + #","gone":null,"note":"x"}"#)
        expect(
            read.extra.text == #"{"note":"x"}"#,
            "A member that's null means the same as no member, so it should be dropped; extra is \(read.extra.text)")
        let none = try self.read(Self.base + #","gone":null}"#)
        expect(
            none.extra.text.isEmpty && none.json == Self.base + "}",
            "If all other members are null, extra should be the empty text; it is \(none.extra.text)")
    }

    // MARK: Time

    @Test("every millisecond of a second can be written and read back, before and after 1970")
    func everyMillisecond() {
        var wrong: [String] = []
        for second in [0, -1_000, 1_781_940_600_000, -62_135_596_800_000, 253_402_300_799_000] as [Int64] {
            for millisecond in 0..<1_000 as Range<Int64> {
                let time = Timestamp(clamping: second + millisecond)
                let back = Timestamp(rfc3339: time.rfc3339)
                if back != time { wrong.append("\(time.rfc3339) was read as \(back?.rfc3339 ?? "no time")") }
            }
        }
        expect(
            wrong.isEmpty,
            "Each millisecond should be read back as it was written, but \(wrong.count == 1 ? "one isn't" : "\(wrong.count) aren't"): \(wrong.first ?? "")"
        )
    }

    @Test(
        "a moment before 1970 has the right date and time", .serialized,
        arguments: [
            (-1, "1969-12-31T23:59:59.999Z"), (-86_400_000, "1969-12-31T00:00:00Z"),
            (-86_400_001, "1969-12-30T23:59:59.999Z"), (-62_135_596_800_000, "0001-01-01T00:00:00Z"),
            (0, "1970-01-01T00:00:00Z"),
            (951_782_400_000, "2000-02-29T00:00:00Z"), (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
        ] as [(Int64, String)])
    func calendar(milliseconds: Int64, text: String) {
        let written = Timestamp(clamping: milliseconds).rfc3339
        expect(
            written == text,
            "\(milliseconds) ms from 1970 is \(text): round towards the past, not to zero. It's written as \(written)"
        )
    }

    @Test(
        "a fraction of any length is floored to the millisecond", .serialized,
        arguments: [
            (".1", 100), (".12", 120), (".125", 125), (".007", 7), (".1259", 125), (".9999", 999), (".0009", 0),
            (".000000", 0), (".5000000000000000000000000000", 500),
        ] as [(String, Int64)])
    func fractions(fraction: String, expected: Int64) {
        for second in [1_781_940_600_000, -1_000] as [Int64] {
            let text = (second < 0 ? "1969-12-31T23:59:59" : "2026-06-20T07:30:00") + fraction + "Z"
            let milliseconds = Timestamp(rfc3339: text).map { $0.millisecondsSinceEpoch - second }
            expect(
                milliseconds == expected,
                "\(text) is \(expected) ms after the second; it was read as \(milliseconds.map(String.init) ?? "no time")."
            )
        }
    }

    @Test(
        "a time with a point and no digit after it is refused", .serialized,
        arguments: ["Z", "+02:00", " 5Z", "", "-1Z"])
    func pointWithoutDigits(rest: String) {
        let text = "2026-06-20T12:00:00." + rest
        let read = Timestamp(rfc3339: text)
        expect(
            read == nil,
            "\(text) has a point and no digit after it, so it should be nil; it was read as \(read?.rfc3339 ?? "").")
    }

    @Test("an offset is subtracted: 09:30+02:00 is 07:30 in UTC")
    func offsets() {
        let noon: Int64 = 1_781_956_800_000
        var wrong: [String] = []
        for minutes in 0..<1_440 as Range<Int64> {
            let digits = String(format: "%02d:%02d", minutes / 60, minutes % 60)
            for (sign, shift) in [("+", -minutes), ("-", minutes)] {
                let text = "2026-06-20T12:00:00\(sign)\(digits)"
                let expected = Timestamp(clamping: noon + shift * 60_000)
                let time = Timestamp(rfc3339: text)
                if time != expected {
                    let found = time.map { "\($0)" } ?? "no time"
                    wrong.append("\(text) is \(expected), but was read as \(found)")
                }
            }
        }
        expect(wrong.isEmpty, "\(wrong.count) of 2880 offsets are wrong: \(wrong.first ?? "")")
    }

    @Test("a date that doesn't exist is refused, and a leap day is read")
    func realDates() {
        for text in ["2026-02-30", "2026-02-29", "1900-02-29", "2026-04-31", "2026-06-31", "2026-09-31", "2026-11-31"] {
            let read = Timestamp(rfc3339: text + "T00:00:00Z")
            expect(read == nil, "There is no \(text): it should be refused, not read as \(read?.rfc3339 ?? "").")
        }
        for text in ["2024-02-29", "2000-02-29", "2026-01-31", "2026-07-31", "2026-12-31", "2026-04-30", "2025-02-28"] {
            let read = Timestamp(rfc3339: text + "T00:00:00Z")
            expect(
                read?.rfc3339 == text + "T00:00:00Z",
                "There is a \(text), so it should be read; it is \(read?.rfc3339 ?? "refused").")
        }
    }

    // MARK: Versions

    @Test("an edit adds 1 to the version, has the current time, and changes nothing else")
    func bumpCounts() throws {
        let old = record(version: 7, extra: [.init("note", .string("x"))])
        let now = Timestamp(clamping: Self.time.millisecondsSinceEpoch + 60_000)
        let next = try old.bumpVersion(now: now)
        expect(next.version == 8, "Version 7 should become 8; it became \(next.version).")
        expect(
            next.updatedAt.millisecondsSinceEpoch == now.millisecondsSinceEpoch,
            "updatedAt should be the moment of the edit, a minute later; it moved by \(distance(old, next)) ms.")
        expect(
            next.id == old.id && next.value == old.value && next.recordedAt == old.recordedAt
                && next.extra == old.extra,
            "An edit should keep the id, the value, recordedAt and the unknown members; at least one of them changed."
        )
    }

    @Test("updatedAt moves forward even when the clock stands still or goes back")
    func clockWentBack() throws {
        for back in [0, 1, 3_600_000] as [Int64] {
            let old = record()
            let next = try old.bumpVersion(now: Timestamp(clamping: Self.time.millisecondsSinceEpoch - back))
            expect(
                distance(old, next) == 1,
                "With a clock \(back) ms behind, updatedAt should move by 1 ms; it moved by \(distance(old, next)) ms."
            )
        }
    }

    @Test("at version 2^53-1 only updatedAt moves")
    func greatestVersion() throws {
        let old = record(version: Vitals.Measurement.maximumVersion)
        let next = try old.bumpVersion(now: .plain)
        expect(
            next.version == Vitals.Measurement.maximumVersion,
            "The version should stay at 2^53-1, which every JSON reader keeps exactly; it is \(next.version)."
        )
        expect(
            distance(old, next) == 1,
            "updatedAt should still move on, by 1 ms here; it moved by \(distance(old, next)) ms.")
    }

    @Test("no version crashes the program, not even the greatest Int64")
    func versionBeyond() async throws {
        // A body that isn't written can't say so from inside the process that the next lines start.
        _ = try record().bumpVersion(now: .plain)
        await #expect(
            processExitsWith: .success,
            """
            No valid JSON has a record of version 2^63-1, but a broken build can make one. An edit of it should have \
            version 2^53-1. Here the program crashed, or the version is a different one. `version + 1` traps at the end \
            of Int64, even inside `min(…)`. Compare before you add.
            """
        ) {
            let next = try Self.beyond.bumpVersion(now: .plain)
            guard next.version == Vitals.Measurement.maximumVersion else { exit(1) }
        }
    }

    /// A record with a version that no text can hold.
    private static var beyond: Vitals.Measurement {
        Vitals.Measurement(
            id: UUID(), kind: .weight, value: 70, unit: .kilograms, recordedAt: .plain, updatedAt: .plain,
            version: .max)
    }

    @Test("at the end of the year 9999 an edit is an error; one millisecond earlier it isn't")
    func endOfTime() throws {
        let beforeLast = try #require(Timestamp.max.advanced(byMilliseconds: -1))
        let last = try record(updatedAt: beforeLast).bumpVersion(now: .plain)
        expect(
            last.updatedAt == .max && last.version == 2,
            "There's one more millisecond in the year 9999, and the edit should use it.")
        #expect(
            throws: MeasurementError.endOfTime,
            "There's no later updatedAt: bumpVersion should throw endOfTime, or two edits would look alike."
        ) {
            try record(updatedAt: .max).bumpVersion(now: .plain)
        }
    }

    /// How far `updatedAt` moved, in milliseconds.
    private func distance(_ old: Vitals.Measurement, _ next: Vitals.Measurement) -> Int64 {
        next.updatedAt.millisecondsSinceEpoch - old.updatedAt.millisecondsSinceEpoch
    }
}
