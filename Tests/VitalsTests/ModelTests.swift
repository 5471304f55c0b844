import Foundation
import TestSupport
import Testing
import Vitals

@Suite("Measurement")
struct ModelTests {
    private static let id = UUID(uuidString: "0A1B2C3D-4E5F-4A6B-8C7D-9E0F1A2B3C4D")!
    private static let time = Timestamp(rfc3339: "2026-06-20T07:30:00.125Z")!
    private static let base =
        #"{"id":"0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d","kind":"WEIGHT","value":72.3,"unit":"KG","#
        + #""recordedAt":"2026-06-20T07:30:00.125Z","updatedAt":"2026-06-20T07:30:00.125Z","version":1"#

    private func record(
        value: Double = 72.3, updatedAt: Timestamp = time, version: Int64 = 1, extra: UnknownMembers = .empty
    ) -> Vitals.Measurement {
        Vitals.Measurement(
            id: Self.id, kind: .weight, value: value, unit: .kilograms, recordedAt: Self.time, updatedAt: updatedAt,
            version: version, extra: extra)
    }

    private func read(_ text: String) throws -> Vitals.Measurement {
        try Vitals.Measurement(json: try JSONValue(parsing: text))
    }

    // MARK: JSON

    @Test("a record is written in the protocol's order, to the byte")
    func written() throws {
        expect(record().json, equals: Self.base + "}")
        let read = try read(record().json)
        expect(read, equals: record())
        expect(read.json, equals: record().json)
    }

    @Test("members that this build does not know are kept, sorted, and come last; null ones are dropped")
    func extra() throws {
        let read = try read(Self.base + #","note":"x","gone":null,"Über":1,"label":{"b":null,"a":[1.0,2e0]}}"#)
        expect(read.extra.text, equals: #"{"label":{"a":[1,2],"b":null},"note":"x","Über":1}"#)
        expect(read.json, equals: Self.base + #","label":{"a":[1,2],"b":null},"note":"x","Über":1}"#)
        expect(read.extra.members.map(\.name), equals: ["label", "note", "Über"])
        try expect(self.read(read.json), equals: read)
        try expect(self.read(Self.base + #","gone":null}"#).extra, equals: .empty)
        try expect(self.read(Self.base + "}").extra.members.isEmpty)
    }

    @Test("members in any order and ids in any case are the same record")
    func anyOrder() throws {
        let shuffled =
            #"{"version":1,"updatedAt":"2026-06-20T09:30:00.125+02:00","id":"0A1B2C3D-4E5F-4A6B-8C7D-9E0F1A2B3C4D","#
            + #""unit":"KG","value":7.23e1,"recordedAt":"2026-06-20T07:30:00.1259Z","kind":"WEIGHT"}"#
        try expect(read(shuffled), equals: record())
    }

    @Test("an unknown kind and an unknown unit are read and written unharmed")
    func unknownKind() throws {
        let text = Self.base.replacing("WEIGHT", with: "Stimmung \u{1F600}").replacing("KG", with: "PTS") + "}"
        let read = try read(text)
        expect(read.kind.canonicalUnit == nil)
        expect(read.json, equals: text)
    }

    @Test(
        "a member that is missing or mistyped is named",
        arguments: [
            ("\"0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d\"", "7", "id"), ("0a1b2c3d-", "", "id"),
            ("3c4d\"", "3c4d0\"", "id"),
            ("0a1b2c3d-4e5f", "{0a1b2c3d-4e5f", "id"), ("0a1b2c3d", "ga1b2c3d", "id"), ("\"id\"", "\"Id\"", "id"),
            ("\"WEIGHT\"", "null", "kind"), ("\"WEIGHT\"", "[]", "kind"), ("72.3", "\"72.3\"", "value"),
            ("72.3", "true", "value"), ("72.3", "null", "value"), ("\"KG\"", "1", "unit"),
            ("\"unit\"", "\"units\"", "unit"),
            ("\"2026-06-20T07:30:00.125Z\",\"up", "\"2026-02-30T07:30:00Z\",\"up", "recordedAt"),
            ("\"2026-06-20T07:30:00.125Z\",\"up", "1781940600,\"up", "recordedAt"),
            ("\"2026-06-20T07:30:00.125Z\",\"ve", "\"0000-06-20T07:30:00Z\",\"ve", "updatedAt"),
            ("\"version\":1", "\"version\":0", "version"), ("\"version\":1", "\"version\":-1", "version"),
            ("\"version\":1", "\"version\":1.5", "version"), ("\"version\":1", "\"version\":\"1\"", "version"),
            ("\"version\":1", "\"version\":9007199254740992", "version"),
            ("\"version\":1", "\"version\":1e300", "version"),
            ("\"version\":1", "\"version\":9223372036854775808", "version"),
        ])
    func misshapen(found: String, replacement: String, path: String) throws {
        let text = Self.base.replacing(found, with: replacement) + "}"
        try #require(text != Self.base + "}")
        let error = try #require(throws: JSONError.self) { try read(text) }
        expect(error.path, equals: path)
        expect(error.isShape)
    }

    @Test("only an object is a record", arguments: ["[]", "null", "1", "\"x\"", "true"])
    func noObject(text: String) {
        #expect(throws: JSONError.self) { try read(text) }
    }

    @Test("the greatest version is read and written exactly")
    func greatestVersion() throws {
        let read = try read(Self.base.dropLast() + "9007199254740991}")
        expect(read.version, equals: Vitals.Measurement.maximumVersion)
        expect(read.json.hasSuffix(#""version":9007199254740991}"#))
    }

    @Test("negative zero becomes zero, however it came in")
    func negativeZero() throws {
        expect(record(value: -0.0).value.sign, equals: .plus)
        try expect(read(Self.base.replacing("72.3", with: "-0.0") + "}").value.sign, equals: .plus)
        expect(record(value: -0.0).json.contains(#""value":0,"#))
    }

    @Test("two spellings of é make two records, two kinds and two units")
    func bytesDecide() {
        let (composed, decomposed) = ("\u{E9}", "e\u{301}")
        expect(MetricKind(rawValue: composed) != MetricKind(rawValue: decomposed))
        expect(MetricUnit(rawValue: composed) != MetricUnit(rawValue: decomposed))
        expect(
            record(extra: UnknownMembers(members: [.init("note", .string(composed))]))
                != record(extra: UnknownMembers(members: [.init("note", .string(decomposed))])))
    }

    // MARK: Versions

    @Test("a new record has version 1, is written now, and is canonical")
    func create() throws {
        let made = try Vitals.Measurement.create(
            kind: .weight, value: 200, unit: .pounds, recordedAt: .min, now: Self.time, id: Self.id)
        expect(made.version, equals: 1)
        expect(made.updatedAt, equals: Self.time)
        expect(made.recordedAt, equals: .min)
        expect(made.unit, equals: .kilograms)
        expect(made.value, equals: 90.718474)
        expect(made.extra, equals: .empty)
        #expect(throws: MeasurementError.outOfBounds(.weight, 0.1...1_000)) {
            try Vitals.Measurement.create(
                kind: .weight, value: 3_000, unit: .pounds, recordedAt: Self.time, now: Self.time)
        }
    }

    @Test("an edit counts one version on and moves updatedAt to now")
    func bump() throws {
        let now = try #require(Self.time.advanced(byMilliseconds: 60_000))
        let next = try record(version: 7, extra: UnknownMembers(members: [.init("note", .string("x"))])).bumpVersion(
            now: now)
        expect(next.version, equals: 8)
        expect(next.updatedAt, equals: now)
        expect(next.recordedAt, equals: Self.time)
        expect(next.extra.text, equals: #"{"note":"x"}"#)
    }

    @Test("where the clock stands still or went back, updatedAt still moves by a millisecond")
    func clockWentBack() throws {
        let after = try #require(Self.time.advanced(byMilliseconds: 1))
        try expect(record().bumpVersion(now: Self.time).updatedAt, equals: after)
        try expect(record().bumpVersion(now: .min).updatedAt, equals: after)
        try expect(record().bumpVersion(now: after).updatedAt, equals: after)
    }

    @Test("at the last version only updatedAt moves")
    func lastVersion() throws {
        let last = record(version: Vitals.Measurement.maximumVersion)
        let next = try last.bumpVersion(now: Self.time)
        expect(next.version, equals: Vitals.Measurement.maximumVersion)
        expect(next.updatedAt > last.updatedAt)
        try expect(record(version: last.version - 1).bumpVersion(now: Self.time).version, equals: last.version)
    }

    @Test("at the end of time an edit is an error, and a millisecond before it is not")
    func endOfTime() throws {
        #expect(throws: MeasurementError.endOfTime) { try record(updatedAt: .max).bumpVersion(now: Self.time) }
        let almost = try #require(Timestamp.max.advanced(byMilliseconds: -1))
        try expect(record(updatedAt: almost).bumpVersion(now: Self.time).updatedAt, equals: .max)
    }

    // MARK: UnknownMembers

    @Test("extra may weigh 8 KiB and not a byte more")
    func extraSize() throws {
        let empty = UnknownMembers(members: [.init("n", .string(""))]).text.utf8.count
        let room = UnknownMembers.maximumSizeBytes - empty
        func extra(_ size: Int) -> UnknownMembers {
            UnknownMembers(members: [.init("n", .string(String(repeating: "x", count: size)))])
        }
        try record(extra: extra(room)).validate()
        #expect(throws: MeasurementError.extraTooLarge) { try record(extra: extra(room + 1)).validate() }
    }

    @Test("extra may be eight levels deep, itself being the first, and not nine")
    func extraDepth() throws {
        func extra(_ levels: Int) -> UnknownMembers {
            let inner = (1..<levels).reduce(JSONValue.number(1)) { value, _ in .array([value]) }
            return UnknownMembers(members: [.init("n", inner)])
        }
        try record(extra: extra(UnknownMembers.maximumDepth)).validate()
        #expect(throws: MeasurementError.extraTooDeep) {
            try record(extra: extra(UnknownMembers.maximumDepth + 1)).validate()
        }
    }

    @Test("an error never holds the value, and a name from outside is one short harmless line")
    func errorText() {
        let hostile = MetricKind(rawValue: "\u{1B}[2J\n\u{202E}" + String(repeating: "k", count: 500))
        let error = MeasurementError.unknownKind(hostile)
        expect(error.detail.count < 100)
        expect(!error.detail.unicodeScalars.contains { ["\u{1B}", "\n", "\u{202E}"].contains($0) })
        expect(!MeasurementError.outOfBounds(.weight, 0.1...1_000).detail.contains("72.3"))
    }
}
