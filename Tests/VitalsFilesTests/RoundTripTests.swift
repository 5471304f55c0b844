import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsEntities
import VitalsFeatures
import VitalsFiles
import VitalsWorkouts

@Suite("What is exported and imported is the same")
struct RoundTripTests {
    let directory: TemporaryFolder
    var path: String { directory.path("export") }

    init() throws { directory = try TemporaryFolder() }

    /// A phone with something of everything.
    static func fullPhone() throws -> Device {
        let device = try Device.inMemory(features: .all)
        let at = try #require(Timestamp(rfc3339: "2026-05-01T07:30:00.125Z"))
        try device.add(.weight, 159.4, .pounds, recordedAt: at)
        let edited = try device.add(.weight, 72.3, .kilograms, recordedAt: at)
        try device.edit(edited.id, value: 72.30000000000001)
        try device.add(.symptom, 3, recordedAt: at, label: "=dizzy, \"very\" 🤕")
        try device.delete(device.add(.steps, 9, recordedAt: at).id)
        let tag = try device.entities.create("tag", ["name": .string("Morning")])
        try device.entities.create(
            "note",
            ["title": .string("=1+1"), "body": .string("a\r\nb\u{1}"), "tags": .array([.string(tag.lowercased)])])
        let group = try device.entities.create("group", ["name": .string("Pills")])
        try device.entities.create(
            "reminder",
            [
                "title": .string("Iron"), "group": .string(group.lowercased), "start": .string("2026-05-01"),
                "occurrences.2026-05-06": .object([
                    .init("at", .string("2026-05-06T08:00:00Z")), .init("state", .string("completed")),
                ]),
            ])
        var draft = WorkoutDraft(start: at, minutes: 35.5)
        draft.activity = "run"
        try device.workouts.add(draft)
        try device.store.write { tables in
            let samples = SampleTables(tables)
            for (place, type) in SampleType.all.filter({ $0.storage == .sample }).prefix(3).enumerated() {
                let unit = try #require(type.factors.keys.sorted().first)
                let start = try #require(at.advanced(byMilliseconds: Int64(place) * 1_000))
                try samples.insert(
                    Sample(
                        id: UUID(), type: type.name, value: 61.1 + Double(place), unit: unit, start: start, end: start,
                        source: "@Watch", device: "Watch6,1", zone: place == 0 ? nil : "Europe/Berlin"))
            }
        }
        return device
    }

    private static func everything(_ device: Device) throws -> [String] {
        let entities = try device.store.read { database in
            try EntityTables(device.store.tables(reading: database), types: .builtIn, rules: .all).everything()
        }
        let samples = try device.samples.types().flatMap { try device.samples.list($0.type, from: .min, to: .max) }
        return try device.list().map(\.measurement.json)
            + entities.values.map {
                "\($0.id) \($0.type) \(CanonicalJSON.text(FieldMap.nested($0.fields)))"
            }.sorted() + samples.map { CanonicalJSON.text($0.json) }.sorted()
    }

    @Test("JSON into an empty phone gives all records, entities and samples with their ids, and nothing twice")
    func json() throws {
        let device = try Self.fullPhone()
        let summary = try device.export(FileExport(format: .json), to: path)
        expect(summary.measurements == 3 && summary.entities == 5 && summary.samples == 3, "\(summary)")
        let other = try Device.inMemory(features: .all)
        let imported = try other.importJSON(path)
        expect(imported.problemCount, equals: 0, "\(imported.problems)")
        try expect(Self.everything(other), equals: Self.everything(device))
        let again = try other.importJSON(path)
        expect(again.addedCount == 0 && again.acceptedCount == 11, "\(again)")
        try expect(Self.everything(other), equals: Self.everything(device))
        // Into the phone that it comes from: the deleted one stays deleted.
        let back = try device.importJSON(path)
        expect(back.addedCount == 0 && back.problemCount == 0, "\(back)")
    }

    @Test("CSV keeps ids, exact values, times and labels, also such as a spreadsheet takes for a formula")
    func csv() throws {
        var generator = CaseGenerator(seed: 51)
        let pieces = ["=", "+", "-", "@", "'", "\"", ",", ";", " ", "a", "é", "e\u{301}", "🤕", "👩‍👩‍👧", "\u{2028}", "72,5"]
        let device = try Device.inMemory(features: .all)
        for _ in 0..<400 {
            let label = generator.list(1...6) { $0.one(of: pieces) }.joined()
            let at = try #require(Timestamp(millisecondsSinceEpoch: generator.integer(in: Timestamp.range)))
            let isSymptom = generator.once(in: 2)
            let value = isSymptom ? Double(generator.integer(in: 0...10)) : generator.number(in: 0.1...1_000)
            _ = try? device.add(isSymptom ? .symptom : .weight, value, recordedAt: at, label: label)
        }
        let before = try device.list().map(\.measurement)
        expect(before.count > 300)
        var export = FileExport(format: .csv)
        export.zone = try #require(TimeZone(identifier: "America/St_Johns"))
        expect(try device.export(export, to: path).measurements, equals: before.count)
        let other = try Device.inMemory(features: .all)
        let plan = try CSVPlan(file: path, options: CSVOptions())
        let imported = try other.importCSV(path, plan)
        expect(imported.problemCount == 0 && imported.measurements.added == before.count, "\(imported.problems)")
        let after = try other.list().map(\.measurement)
        expect(after.map(\.id), equals: before.map(\.id))
        for (one, two) in zip(before, after) {
            expect(
                one.kind == two.kind && one.value == two.value && one.unit == two.unit
                    && one.recordedAt == two.recordedAt && one.extra == two.extra, "\(one.json) \(two.json)")
        }
        expect(try other.importCSV(path, plan).measurements.added, equals: 0)
    }

    @Test("What was edited or deleted here since stays as it is")
    func later() throws {
        let device = try Device.inMemory(features: .all)
        let (kept, gone) = (try device.add(.weight, 70), try device.add(.weight, 71))
        _ = try device.export(FileExport(format: .json), to: path)
        _ = try device.export(FileExport(format: .csv), to: path + ".csv")
        try device.edit(kept.id, value: 80)
        try device.delete(gone.id)
        let plan = try CSVPlan(file: path + ".csv", options: CSVOptions())
        expect(try device.importCSV(path + ".csv", plan).measurements.present, equals: 2)
        expect(try device.importJSON(path).measurements.present, equals: 2)
        expect(try device.list().map(\.measurement.value), equals: [80])
    }

    @Test("An edit of this phone that no server has stays, also where the file has a later version")
    func unsent() throws {
        let (device, other) = (try Device.inMemory(features: .all), try Device.inMemory(features: .all))
        let record = try device.add(.weight, 70)
        _ = try device.export(FileExport(format: .json), to: path)
        expect(try other.importJSON(path).measurements.added, equals: 1)
        try other.edit(record.id, value: 80)
        for value in [71.0, 72, 73] { try device.edit(record.id, value: value) }
        _ = try device.export(FileExport(format: .json), to: path)
        expect(try other.importJSON(path).measurements.present, equals: 1)
        expect(try other.list().map(\.measurement.value), equals: [80])
    }

    @Test("A rehearsal counts what an import does, also within the file, and stores nothing")
    func rehearsal() throws {
        let text = "date,weight (kg)\n2024-01-15,70\n2024-01-15,70\n2024-01-16,x\n"
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        let device = try Device.inMemory(features: .all)
        let plan = try CSVPlan(file: path, options: CSVOptions())
        let counted = try device.importCSV(path, plan, isRehearsal: true)
        expect(counted.measurements.added == 1 && counted.measurements.present == 1 && counted.problemCount == 1)
        expect(counted.firstRecords.map(\.value), equals: [70])
        expect(try device.list().isEmpty)
        expect(try device.importCSV(path, plan), equals: counted)
    }

    @Test("An import that ends halfway keeps whole steps, and the next one adds the rest")
    func killed() throws {
        struct PowerCut: Error {}
        let rows = (0..<25_000).map {
            "\(Timestamp(clamping: 1_700_000_000_000 + Int64($0) * 1_000).rfc3339),7\($0 % 10)"
        }
        try ("date,weight (kg)\n" + rows.joined(separator: "\n")).write(toFile: path, atomically: true, encoding: .utf8)
        let plan = try CSVPlan(file: path, options: CSVOptions())
        let writes = Mutations()
        let cut = Device(
            store: try MeasurementStore(
                path: directory.path("vitals.sqlite"), clock: Timestamp.systemClock, rules: .all, features: .all,
                beforeWrite: { if writes.next() > 12_000 { throw PowerCut() } }))
        #expect(throws: PowerCut.self) { try cut.importCSV(path, plan) }
        let device = try Device(directory: directory.url.path, features: .all)
        expect(try device.list().count, equals: 9_999, "the header is the first of 10,000 steps")
        let rest = try device.importCSV(path, plan)
        expect(rest.measurements.added == 15_001 && rest.measurements.present == 9_999, "\(rest.measurements)")
    }

    @Test("A range and kinds choose what is exported, by the days of the zone")
    func range() throws {
        let device = try Device.inMemory(features: .all)
        for time in [
            "2026-04-30T21:59:59.999Z", "2026-04-30T22:00:00Z", "2026-05-01T21:59:59.999Z", "2026-05-01T22:00:00Z",
        ] {
            try device.add(.weight, 70, recordedAt: Timestamp(rfc3339: time))
            try device.add(.steps, 7, recordedAt: Timestamp(rfc3339: time))
        }
        var export = FileExport(format: .csv)
        export.zone = try #require(TimeZone(identifier: "Europe/Berlin"))
        let day = try #require(FileExport.day("2026-05-01", in: export.zone))
        (export.from, export.to, export.kinds) = (day.first, day.last, [.weight])
        export.shownUnits = [.pounds, .miles]
        expect(try device.export(export, to: path).measurements, equals: 2)
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\r\n")
        expect(
            lines.count == 3 && lines[1].contains(",WEIGHT,154.3235835294143,LB,2026-05-01T00:00:00+02:00,"), "\(lines)"
        )
    }

    @Test(
        "JSON that is no export, damaged or cut short is refused with a sentence",
        arguments: ["{", "[]", "{\"a\":1}", ""])
    func notOurs(_ text: String) throws {
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        let device = try Device.inMemory(features: .all)
        let error = #expect(throws: FileError.self) { try device.importJSON(path) }
        expect(error?.description.contains("JSON") == true, "\(String(describing: error))")
    }
}

/// Counts calls.
private final class Mutations: @unchecked Sendable {
    private var count = 0

    func next() -> Int {
        count += 1
        return count
    }
}
