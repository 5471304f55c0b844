import Foundation
import StepSupport
import Testing
import Vitals

@Suite("Step 6: the health bridge")
struct Step06HealthBridgeTests {
    private let folder: TemporaryFolder
    private let store: MeasurementStore
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        store = try Records.store()
        path = folder.path("export.xml")
    }

    /// Reads a small export and returns its measurements and summary.
    private func read(_ elements: [String], kinds: [MetricKind] = MetricKind.known) throws
        -> (measurements: [Vitals.Measurement], summary: HealthExportSummary)
    {
        try HealthExport.write(elements, to: path)
        var measurements: [Vitals.Measurement] = []
        let summary = try readHealthExport(.file(path), kinds: kinds) { measurements.append($0) }
        return (measurements, summary)
    }

    private func batches(since anchor: HealthAnchor? = nil) async throws -> [HealthBatch] {
        var batches: [HealthBatch] = []
        for try await batch in HealthExportBridge(path: path).batches(since: anchor) { batches.append(batch) }
        return batches
    }

    private var weights: Int { get throws { try store.allByKind(.weight).count } }

    // MARK: From a sample to a record

    @Test("a sample becomes version 1 of a record, measured when it ended and written when it was saved")
    func sampleBecomesRecord() throws {
        let element = HealthExport.record(
            type: "HKQuantityTypeIdentifierStepCount", value: "812", unit: "count", start: "2024-02-26 07:58:12 +0100",
            end: "2024-02-26 08:07:49 +0100", created: "2024-02-26 08:08:49 +0100")
        let record = try #require(
            try read([element]).measurements.first, "The export has one sample; none was read.")
        expect(
            record.kind == .steps && record.value == 812 && record.unit == .count,
            "812 steps became \(record.value) \(record.unit.rawValue) of \(record.kind.rawValue).")
        expect(
            record.version == 1,
            "A sample is a new record, so it should have version 1; it got version \(record.version).")
        let end = Timestamp(rfc3339: "2024-02-26T07:07:49Z")
        expect(
            record.recordedAt == end,
            "The steps were counted until 2024-02-26T07:07:49Z; recordedAt says \(record.recordedAt).")
        let created = Timestamp(rfc3339: "2024-02-26T07:08:49Z")
        expect(
            record.updatedAt == created,
            "The sample was saved at 2024-02-26T07:08:49Z; updatedAt says \(record.updatedAt). It isn't the time of the import: two phones that import the same file must make equal records."
        )
        let unsaved = try #require(try read([HealthExport.record(created: nil)]).measurements.first)
        expect(
            unsaved.updatedAt == unsaved.recordedAt,
            "If the export doesn't say when a sample was saved, its end is used instead; updatedAt says \(unsaved.updatedAt)."
        )
    }

    @Test("pounds, miles and joules are converted to the canonical unit")
    func unitsAreCanonical() throws {
        let distance = "HKQuantityTypeIdentifierDistanceWalkingRunning"
        let energy = "HKQuantityTypeIdentifierActiveEnergyBurned"
        let cases: [(element: String, value: Double, unit: MetricUnit)] = [
            (HealthExport.record(value: "159.5", unit: "lb"), 159.5 * 0.45359237, .kilograms),
            (HealthExport.record(type: distance, value: "26.2", unit: "mi"), 26.2 * 1.609344, .kilometres),
            (HealthExport.record(type: energy, value: "41.84", unit: "kJ"), 10, .kilocalories),
        ]
        for (element, value, unit) in cases {
            let record = try #require(try read([element]).measurements.first, "This sample wasn't read: \(element)")
            expect(
                record.unit == unit && abs(record.value - value) <= value.ulp,
                "The sample \(element) should give \(value) \(unit.rawValue); it gave \(record.value) \(record.unit.rawValue)."
            )
        }
    }

    @Test("a sample has the same id on every phone, for ever")
    func idsAreFixed() throws {
        let record = try #require(
            try read([HealthExport.record(value: "72.3", source: "Ada’s Watch")]).measurements.first)
        let id = record.id.uuidString.lowercased()
        expect(
            id == "e720dca6-5dc0-5936-a6b5-6dc366ebff96",
            "This sample's id is e720dca6-5dc0-5936-a6b5-6dc366ebff96 on every other phone; here it is \(id). The name should be type, start, end, value with four digits and source, one line each."
        )
    }

    @Test("what HealthKit and an export write differently doesn't change the id")
    func idsIgnoreRounding() throws {
        func id(_ element: String) throws -> UUID { try #require(try read([element]).measurements.first).id }
        let usual = try id(HealthExport.record(value: "72.3"))
        let same = [
            ("a fifth digit of the value", HealthExport.record(value: "72.30001")),
            ("another time of saving", HealthExport.record(value: "72.3", created: "2024-05-05 05:05:05 +0100")),
            ("another offset of the same time", HealthExport.record(value: "72.3", start: "2024-01-02 06:31:00 +0000")),
            ("a value in grams", HealthExport.record(value: "72300", unit: "g")),
        ]
        for (what, element) in same {
            expect(try id(element) == usual, "With \(what) it's the same sample, and should have the same id.")
        }
        let energy = "HKQuantityTypeIdentifierActiveEnergyBurned"
        expect(
            try id(HealthExport.record(type: energy, value: "-0", unit: "kcal"))
                == id(HealthExport.record(type: energy, value: "0", unit: "kcal")),
            "A value of -0 is 0, and 0.000e+00 in the name: it's the same sample, and should have the same id.")
        let plain = try id(HealthExport.record(source: "Ada's Watch"))
        for (what, reference) in [("line feed", "&#10;"), ("return", "&#13;"), ("tab", "&#9;")] {
            expect(
                try id(HealthExport.record(source: "Ada's\(reference)Watch")) == plain,
                "A \(what) in a source is a space in the name: XML turns it into a space, and HealthKit doesn't."
            )
        }
        expect(
            try id(HealthExport.record(source: " Ada's Watch")) != plain,
            "A blank before a source belongs to the source: with it it's another sample, and should have another id.")
        let other = [
            ("another value", HealthExport.record(value: "72.4")),
            ("another start", HealthExport.record(value: "72.3", start: "2024-01-02 07:31:01 +0100")),
            ("another end", HealthExport.record(value: "72.3", end: "2024-01-02 07:31:01 +0100")),
            ("another source", HealthExport.record(value: "72.3", source: "Other scale")),
            (
                "another type",
                HealthExport.record(type: "HKQuantityTypeIdentifierHeartRate", value: "72.3", unit: "count/min")
            ),
        ]
        for (what, element) in other {
            expect(try id(element) != usual, "With \(what) it's another sample, and should have another id.")
        }
    }

    // MARK: What is left out

    @Test("samples of a kind that the person didn't grant are skipped and counted, and the rest are imported")
    func partialPermission() throws {
        let elements = [
            HealthExport.record(),
            HealthExport.record(type: "HKQuantityTypeIdentifierHeartRate", value: "61", unit: "count/min"),
            HealthExport.record(type: "HKQuantityTypeIdentifierBloodPressureSystolic", value: "118", unit: "mmHg"),
            HealthExport.record(type: "HK" + String(repeating: "A", count: 300)),
        ]
        let (measurements, summary) = try read(elements, kinds: [.weight])
        expect(
            measurements.map(\.kind) == [.weight],
            "Only weight was granted; the import gave \(measurements.map(\.kind.rawValue)).")
        expect(
            summary.skipped["HKQuantityTypeIdentifierHeartRate"] == 1
                && summary.skipped["HKQuantityTypeIdentifierBloodPressureSystolic"] == 1,
            "The two other samples should be counted under skipped, by their types; it holds \(summary.skipped).")
        expect(
            summary.recordsRead == 4 && summary.unreadableCount == 0 && summary.refusedCount == 0,
            "A kind that wasn't granted isn't a fault in the file; the summary has \(summary.unreadableCount) unreadable, \(summary.refusedCount) refused."
        )
        let longest = summary.skipped.keys.map(\.utf8.count).max() ?? 0
        expect(
            longest <= 100,
            "A type of 302 bytes should be cut short by `prefixForReport`; in `skipped` one of \(longest) bytes is counted."
        )
        let none = try read(elements, kinds: []).measurements
        expect(none.isEmpty, "Nothing was granted; the import gave \(none.map(\.kind.rawValue)).")
    }

    @Test("one bad sample doesn't cost the person all the others")
    func oddSamplesAreCounted() throws {
        let elements = [
            HealthExport.record(value: "70"),
            HealthExport.record(value: "heavy"),
            HealthExport.record(value: "71", unit: nil),
            HealthExport.record(type: nil),
            HealthExport.record(value: "72", start: "yesterday"),
            HealthExport.record(value: "5000"),
            HealthExport.record(value: "73"),
        ]
        let (measurements, summary) = try read(elements)
        expect(
            measurements.map(\.value) == [70, 73],
            "Of seven samples, the first and the last are valid; the import gave \(measurements.map(\.value)).")
        expect(
            summary.unreadable.map(\.line) == [5, 6, 7, 8],
            "The samples in lines 5 to 8 can't be read, and should be noted with their lines; the noted lines are \(summary.unreadable.map(\.line))."
        )
        expect(
            summary.refusedCount == 1,
            "5,000 kg breaks a rule of validate() and should be counted as refused; \(summary.refusedCount) are.")
        var rule: MeasurementError?
        do { try Records.weight(5_000).validate() } catch let error as MeasurementError { rule = error }
        expect(
            summary.refused.keys.allSatisfy { $0 == rule },
            "Under refused the 5,000 kg should be counted by the error of validate(); it holds \(summary.refused).")
        expect(
            summary.acceptedCount == 2,
            "accepted should count the samples that were handed on; it counts \(summary.acceptedCount).")
    }

    // MARK: Into the store

    @Test("the fixture's samples are stored, and wait for a push")
    func importsTheFixture() async throws {
        let report = try await store.importAll(from: HealthExportBridge(path: HealthExport.fixture))
        expect(
            report.addedCount == 39 && report.presentCount == 1,
            "The export holds 40 samples, one of them twice: 39 should be added and 1 should be present already; the report says \(report.addedCount) and \(report.presentCount)."
        )
        let stored = try MetricKind.known.reduce(0) { try $0 + store.allByKind($1).count }
        expect(stored == 39, "39 records should be in the store; there are \(stored).")
        let dirty = try store.dirty().count
        expect(dirty == 39, "No server has seen them: 39 should be dirty, but \(dirty) are.")
    }

    @Test("importing the same export again adds nothing, with or without its anchor")
    func replayAddsNothing() async throws {
        try HealthExport.write(HealthExport.weights(0..<600), to: path)
        let bridge = HealthExportBridge(path: path)
        _ = try await store.importAll(from: bridge)
        try store.clearDirty(store.dirty().map(\.id))
        let again = try await store.importAll(from: bridge)
        expect(
            again == ImportReport(),
            "The anchor says that all 600 samples were read; the second import should see nothing, and reports \(again.addedCount) added, \(again.presentCount) present."
        )
        let forgotten = try store.importing { transaction in
            for batch in [HealthExport.weights(0..<300), HealthExport.weights(200..<600)] {
                try HealthExport.write(batch, to: path)
                _ = try readHealthExport(.file(path)) { try transaction.add($0) }
            }
        }
        expect(
            forgotten.report.addedCount == 0 && forgotten.report.presentCount == 700,
            "Read again without an anchor, 700 samples should be found present; the report says \(forgotten.report.addedCount) added, \(forgotten.report.updatedCount) updated, \(forgotten.report.presentCount) present."
        )
        let count = try weights
        expect(count == 600, "After all the imports there should be 600 records; there are \(count).")
        expect(
            try store.dirty().isEmpty,
            "The server has all of them; an import that brings nothing new should leave nothing to push.")
    }

    @Test("an import doesn't undo an edit")
    func importKeepsEdits() async throws {
        try HealthExport.write([HealthExport.record(value: "72.5")], to: path)
        _ = try await store.importAll(from: HealthExportBridge(path: path))
        let id = try #require(try store.allByKind(.weight).first, "The sample should be in the store.").id
        let edited = try store.edit(id, value: 70)
        let (_, report) = try store.importing { transaction in
            _ = try readHealthExport(.file(path)) { try transaction.add($0) }
        }
        let stored = try store.byId(id)
        expect(
            stored == edited,
            "The person corrected 72.5 kg to 70; after the next import the record is \(stored?.short ?? "gone").")
        expect(
            report.presentCount == 1,
            "The sample is already there, with an edit, so it should count as present; the report says \(report).")
    }

    @Test("a later version that's imported is stored, and waits for a push")
    func importTakesLaterVersions() throws {
        try store.upsertClean(Records.weight(70, version: 2))
        let (_, report) = try store.importing { transaction in
            try transaction.add(Records.weight(71, version: 3))
            try transaction.add(Records.weight(60, version: 1))
        }
        expect(report.updatedCount == 1, "Version 3 over version 2 is an update; the report says \(report).")
        expect(
            try store.dirty() == [Records.weight(71, version: 3)],
            "Version 3 should be in the store, dirty; version 1 should change nothing.")
    }

    @Test("a clean row that an import replaces is noted as the base, and a dirty one isn't")
    func importNotesTheBase() throws {
        let file = try Step04StoreFile()
        try file.store.upsertClean(Records.weight(70, version: 2))
        try file.store.upsert(Records.weight(80, id: Records.id(2), version: 2))
        _ = try file.store.importing { transaction in
            try transaction.add(Records.weight(71, version: 3))
            try transaction.add(Records.weight(81, id: Records.id(2), version: 3))
        }
        let bases = try file.texts("SELECT id || ', version ' || version FROM base ORDER BY id")
        expect(
            bases == ["\(Records.id(1).uuidString.lowercased()), version 2"],
            """
            The server has version 2 of record 1, and an import brought version 3 of it. If the server refuses that, \
            the row goes back to its base, version 2; without a base, it vanishes. Record 2 was dirty, so no server has \
            it. The bases are \(bases).
            """)
    }

    @Test("an imported record isn't an edit of this phone")
    func importedIsNotOwn() throws {
        let file = try Step04StoreFile()
        try file.store.upsert(Records.weight(80, id: Records.id(2), version: 2))
        _ = try file.store.importing { transaction in
            try transaction.add(Records.weight(71))
            try transaction.add(Records.weight(81, id: Records.id(2), version: 3))
        }
        let own = try file.texts("SELECT id || ', version ' || version FROM measurement WHERE own = 1 ORDER BY id")
        expect(
            own.isEmpty,
            """
            Nobody typed an imported record on this phone. If it counts as own and loses to another phone's edit, the \
            person is shown a conflict about something that they never entered. The own rows are \(own).
            """)
    }

    @Test("an import knows what the server has refused, and doesn't bring it back")
    func importKnowsWhatWasRefused() throws {
        let file = try Step04StoreFile()
        let refused = Records.weight(70, version: 2)
        try file.store.upsert(refused)
        try file.execute(
            """
            INSERT INTO rejected (id, kind, value_, unit, recorded_at, updated_at, version, extra, code, detail, rejected_at)
            SELECT id, kind, value_, unit, recorded_at, updated_at, version, extra, 'refused', 'Why.', 0 FROM measurement;
            DELETE FROM measurement
            """)
        let (_, report) = try file.store.importing { transaction in
            try transaction.add(Records.weight(70, version: 1))
            try transaction.add(refused)
        }
        expect(
            try report.presentCount == 2 && file.store.dirty().isEmpty,
            """
            The server refused version 2 of a record. The record has no row any more; it's in `rejected`. Importing \
            versions 1 and 2 again should find both present; otherwise they'd be pushed and refused again after every \
            import. The report says \(report.addedCount) added, \(report.presentCount) present.
            """)
        let (_, later) = try file.store.importing { try $0.add(Records.weight(71, version: 3)) }
        expect(
            try later.addedCount == 1 && file.store.dirty().map(\.version) == [3],
            "Version 3 is later than the refused version 2 and should be added; the report says \(later).")
        let copies = try file.texts("SELECT id FROM rejected").count
        expect(copies == 1, "The person hasn't seen the refused copy yet, so it should stay; there are \(copies) now.")
    }

    // MARK: Anchors

    @Test("a big export comes in batches of at most 500, and each says how far it reaches")
    func batchesAreBounded() async throws {
        for (count, sizes) in [(1_100, [500, 500, 100]), (1_000, [500, 500]), (0, [])] {
            try HealthExport.write(HealthExport.weights(0..<count), to: path)
            let batches = try await batches()
            expect(
                batches.map(\.measurements.count) == sizes,
                "\(count) samples should come in batches of \(sizes); they came in \(batches.map(\.measurements.count))."
            )
            let ids = Set(batches.flatMap(\.measurements).map(\.id))
            expect(ids.count == count, "Of \(count) samples, \(ids.count) came.")
            expect(
                batches.allSatisfy { $0.anchor != nil } && Set(batches.map(\.anchor)).count == batches.count,
                "Each batch should have its own anchor; they have \(batches.map { $0.anchor?.rawValue ?? "none" })."
            )
        }
    }

    @Test("an import resumes after the batch whose anchor was stored")
    func resumesAtTheAnchor() async throws {
        try HealthExport.write(HealthExport.weights(0..<600), to: path)
        let all = try await batches()
        try #require(all.count == 2, "600 samples should come in two batches; there are \(all.count).")
        let rest = try await batches(since: all[0].anchor)
        expect(
            rest.flatMap(\.measurements) == all.dropFirst().flatMap(\.measurements),
            "After the anchor of the first batch, samples 501 to 600 should come; \(rest.flatMap(\.measurements).count) came."
        )
        expect(
            rest.last?.anchor == all.last?.anchor,
            "Wherever the reading starts, the last anchor should be the same: it counts from the start of the file.")
        let after = try await batches(since: all.last?.anchor)
        expect(after.isEmpty, "After the last anchor there is nothing; \(after.count) batches came.")
    }

    @Test("an anchor of another export doesn't hide the samples of this one")
    func anchorBelongsToItsExport() async throws {
        try HealthExport.write(HealthExport.weights(0..<3), to: path)
        _ = try await store.importAll(from: HealthExportBridge(path: path))
        try HealthExport.write(HealthExport.weights(0..<5), exportDate: "2024-04-01 10:00:00 +0200", to: path)
        let report = try await store.importAll(from: HealthExportBridge(path: path))
        expect(
            report.addedCount == 2 && report.presentCount == 3,
            "A newer export holds the old 3 samples and 2 more; the report says \(report.addedCount) added, \(report.presentCount) present. An anchor counts only in the file whose digest it holds."
        )
        for foreign in ["", "7", "2:ab:5", "1:ab:-5"] {
            let count = try await batches(since: HealthAnchor(rawValue: foreign)).flatMap(\.measurements).count
            expect(
                count == 5,
                "This build didn't write the anchor \"\(foreign)\"; all 5 samples should come, but \(count) did.")
        }
    }

    @Test("an anchor for some kinds doesn't hide the samples of other kinds")
    func anchorBelongsToItsKinds() async throws {
        let steps = (100..<103).map { count in
            HealthExport.record(type: "HKQuantityTypeIdentifierStepCount", value: "\(count)", unit: "count")
        }
        try HealthExport.write(steps + HealthExport.weights(0..<2), to: path)
        _ = try await store.importAll(from: HealthExportBridge(path: path, kinds: [.weight]))
        let report = try await store.importAll(from: HealthExportBridge(path: path))
        expect(
            report.addedCount == 3 && report.presentCount == 2,
            """
            First two weights were imported, and then all kinds from the same file. There, three step counts come \
            before the weights: 3 should be added and 2 should be present. The report says \(report.addedCount) and \
            \(report.presentCount). An anchor counts only samples of its own kinds, and its digest covers the kinds \
            too.
            """)
    }

    @Test("a batch and its anchor are stored together or not at all, wherever the program crashes")
    func anchorIsStoredWithItsBatch() async throws {
        try HealthExport.write(HealthExport.weights(0..<502), to: path)
        let bridge = HealthExportBridge(path: path)
        for writesBeforeCrash in [0, 250, 500, 501] {
            let crashPoint = CrashPoint()
            let store = try Records.store(crashPoint: crashPoint)
            crashPoint.arm(afterWrites: writesBeforeCrash)
            do {
                _ = try await store.importAll(from: bridge)
                Issue.record("An import of 502 samples should write more than \(writesBeforeCrash) times.")
            } catch is CrashPoint.Crash {}
            crashPoint.disarm()
            let count = try store.allByKind(.weight).count
            let anchor = try store.anchor(source: bridge.source)
            let samples = anchor.flatMap { $0.rawValue.split(separator: ":").last }.flatMap { Int($0) } ?? 0
            expect(
                [0, 500].contains(count) && samples == count,
                "After a crash at write \(writesBeforeCrash + 1) the store holds \(count) samples, and its anchor says \(samples). One transaction should keep a batch and its anchor."
            )
            _ = try await store.importAll(from: bridge)
            let total = try store.allByKind(.weight).count
            expect(total == 502, "The next import should bring what's missing, up to 502 samples; there are \(total).")
        }
    }

    // MARK: Damage

    @Test("a damaged export is an error that names the line, and nothing of it is stored")
    func damageIsAnError() throws {
        try HealthExport.write(HealthExport.weights(0..<20), to: path)
        let whole = try String(contentsOf: URL(filePath: path), encoding: .utf8)
        let damaged: [(String, String)] = [
            ("cut short", String(whole.prefix(whole.count / 2))), ("missing its end", String(whole.dropLast(15))),
            ("empty", ""), ("not XML", "weight,72.5\n"),
            ("followed by another", whole + whole),
            ("closed too early", whole.replacing("<ExportDate", with: "</HealthData>")),
            ("another kind of XML", "<?xml version=\"1.0\"?>\n<recipes><Record/></recipes>\n"),
        ]
        for (what, text) in damaged {
            try Data(text.utf8).write(to: URL(filePath: path))
            do {
                _ = try store.importing { transaction in
                    try readHealthExport(.file(path)) { try transaction.add($0) }
                }
                Issue.record("An export that is \(what) should be an error; the import accepted it.")
            } catch let error as HealthImportError {
                expect(error.line != nil, "The error of an export that is \(what) should name the line: \(error)")
            }
            let count = try weights
            expect(count == 0, "Nothing of an export that is \(what) should be stored; \(count) samples were.")
        }
    }

    @Test("a damaged batch isn't stored, and the repaired file brings just what's missing")
    func damagedBatchIsNotStored() async throws {
        try HealthExport.write(HealthExport.weights(0..<700), to: path)
        let whole = try Data(contentsOf: URL(filePath: path))
        try whole.dropLast(20).write(to: URL(filePath: path))
        let bridge = HealthExportBridge(path: path)
        await #expect(throws: HealthImportError.self, "The end of the export is missing: that should be an error.") {
            try await store.importAll(from: bridge)
        }
        let count = try weights
        expect(count == 500, "The first batch of 500 is sound and the second is damaged; \(count) samples are stored.")
        try whole.write(to: URL(filePath: path))
        let report = try await store.importAll(from: bridge)
        expect(
            report.addedCount == 200 && report.presentCount == 0,
            "The repaired file should bring the 200 that are missing; the report says \(report.addedCount) added, \(report.presentCount) present."
        )
    }
}
