import GRDB
import StepSupport
import Testing
import Vitals

/// Tests of a record on its way into its row.
extension Step04StoreTests {
    @Test("each column of a row holds the value of its own field")
    func bindsInOrder() throws {
        var record = Records.weight(70.5, version: 9)
        record.kind = MetricKind(rawValue: "MOOD")
        record.unit = MetricUnit(rawValue: "POINTS")
        record.extra = UnknownMembers(members: [.init("note", .string("after a run"))])
        try store.upsertClean(record)
        for (column, value) in [
            ("id", "abcdef00-0000-4000-8000-000000000001"), ("kind", "MOOD"), ("value_", "70.5"), ("unit", "POINTS"),
            ("recorded_at", "1781940000000"), ("updated_at", "1781940000125"), ("version", "9"),
            ("extra", #"{"note":"after a run"}"#),
        ] {
            let found = try texts("SELECT \(column) FROM measurement").joined(separator: ", ")
            expect(
                found == value,
                """
                The column \(column) of the file should hold \(value), and it holds \(found). The values to bind come in \
                the order of `RecordTables.columns`.
                """)
        }
    }

    @Test("a value comes back exactly, to the last bit")
    func keepsValuesExactly() throws {
        let values: [Double] = [
            0, 70, 72.30000000000001, 0.1 + 0.2, 1 / 3, .leastNonzeroMagnitude, .greatestFiniteMagnitude, -12.5,
        ]
        for (number, value) in values.enumerated() {
            let record = Records.weight(value, id: Records.id(number))
            try store.upsertClean(record)
            let stored = try #require(try store.byId(record.id), "A stored record should be found by its id.")
            expect(
                stored.value.bitPattern == value.bitPattern,
                "\(value) came back as \(stored.value). Bind the Double itself, to a REAL column: on the way through text, bits get lost."
            )
        }
    }

    @Test("times come back to the millisecond, from the year 1 to the year 9999")
    func keepsTimesExactly() throws {
        let ends = [Timestamp.range.lowerBound, Timestamp.range.upperBound]
        for milliseconds in ends + [-1, 0, 1, 999, 1_781_940_600_125] {
            let record = Records.weight(70, recordedAt: milliseconds, updatedAt: milliseconds)
            try store.upsertClean(record)
            let stored = try #require(try store.byId(record.id), "A stored record should be found by its id.")
            expect(
                stored.recordedAt == record.recordedAt && stored.updatedAt == record.updatedAt,
                "\(milliseconds) ms came back as recordedAt \(stored.recordedAt.millisecondsSinceEpoch) ms and updatedAt \(stored.updatedAt.millisecondsSinceEpoch) ms. Store whole milliseconds since 1970."
            )
        }
    }

    @Test("ids are stored in lower case")
    func storesIDsInLowerCase() throws {
        try store.upsertClean(Records.weight(70))
        let found = try store.ids(beginningWith: "abcdef00")
        expect(
            found == [Records.id(1)],
            "A search for ids that begin with abcdef00 found \(found.count) records instead of 1. UUID's own text is in upper case; store `lowercased`."
        )
    }

    @Test("a record without a row gets one, and a later version replaces all of it")
    func upsertReplaces() throws {
        try store.upsertClean(Records.weight(70))
        guard try store.byId(Records.id(1)) != nil else {
            Issue.record("A record was stored whose id had no row, and there's still no row with that id.")
            return
        }
        let next = Vitals.Measurement(
            id: Records.id(1), kind: .heartRate, value: 61, unit: .beatsPerMinute,
            recordedAt: Timestamp(clamping: 1_781_940_001_000), updatedAt: Timestamp(clamping: 1_781_940_002_000),
            version: 2, extra: UnknownMembers(members: [.init("note", .string("after a run"))]))
        try store.upsert(next)
        let row = try #require(try store.byId(next.id), "The record should still be there.")
        guard row != Records.weight(70) else {
            Issue.record(
                "Version 2 was upserted over version 1, but the row still differs from it: nothing has changed.")
            return
        }
        let old = Self.differences(next, row).joined(separator: " and ")
        expect(old.isEmpty, "Version 2 was upserted over version 1, and the row still has the old \(old).")
        expect(try store.dirty().count == 1, "A clean row becomes dirty when an edit is stored over it.")
        try store.upsert(Records.weight(71, version: 3))
        let emptied = try #require(try store.byId(next.id), "The record should still be there.")
        expect(
            emptied.extra == .empty,
            """
            Version 2 had a note in its extra, and version 3 without one was upserted over it. The row still has the old \
            \(emptied.extra.text). An empty `extra` replaces the old one, too.
            """)
        let count = try texts("SELECT id FROM measurement").count
        expect(count == 1, "There should be one row per id; after three versions of one record there are \(count).")
        try storesApostrophes()
    }

    private func storesApostrophes() throws {
        var record = Records.weight(70, id: Records.id(2))
        (record.kind, record.unit) = (MetricKind(rawValue: "mother's mood"), MetricUnit(rawValue: "mother's points"))
        record.extra = UnknownMembers(members: [.init("note", .string("it's better"))])
        do {
            try store.upsertClean(record)
        } catch let error as StoreError {
            Issue.record(
                """
                A record of the kind "mother's mood", with the note "it's better", should be stored, and it's an error: \
                \(error.cause) Bind all ten values to question marks. Within the SQL, an apostrophe ends the text.
                """)
            return
        }
        expect(
            try store.byId(record.id) == record,
            "A record of the kind \"mother's mood\", with the note \"it's better\", should be stored as it is.")
    }

    @Test("a row is marked as this phone's own by an edit, and loses the mark when the server's record replaces it")
    func marksOwnRows() throws {
        var seen: [String] = []
        for step in ["upsertClean", "edit", "upsertClean", "repeat", "upsert"] {
            switch step {
            case "edit": try store.edit(Records.id(1), value: 71)
            case "upsertClean": try store.upsertClean(Records.weight(70, version: 9))
            case "repeat": try store.upsert(Records.weight(70, version: 9))
            default:
                try execute("DELETE FROM measurement")
                try store.upsert(Records.weight(70))
            }
            seen += [step] + (try texts("SELECT own FROM measurement"))
        }
        expect(
            seen == ["upsertClean", "0", "edit", "1", "upsertClean", "0", "repeat", "0", "upsert", "1"],
            """
            `own` should be 0 for a record from the server, 1 after an edit on this phone, 0 again when the server's \
            record replaces it, still 0 when that is upserted as it is, and 1 in a new row that was entered here. After \
            each call it was: \(seen.joined(separator: " ")). An insert and an update both write all ten columns, and \
            `own` comes from the caller.
            """)
    }

    @Test("when a row is replaced, a column that a later migration has added keeps what it holds")
    func keepsOtherColumns() throws {
        try store.upsertClean(Records.weight(70))
        try execute("ALTER TABLE measurement ADD COLUMN place TEXT")
        try execute("UPDATE measurement SET place = 'at home'")
        try store.upsertClean(Records.weight(71, version: 2))
        let places = try texts("SELECT coalesce(place, 'nothing') FROM measurement").joined(separator: ", ")
        expect(
            places == "at home",
            """
            A column `place` was added to the table, with "at home" in it. Then version 2 replaced version 1, and the \
            column holds \(places). Update the row where it is: INSERT OR REPLACE deletes it first.
            """)
    }

    @Test("a row is written with `execute`, where a test can simulate a crash")
    func rowsAreWrittenByExecute() throws {
        let crashPoint = CrashPoint()
        let store = try Records.store(crashPoint: crashPoint)
        crashPoint.arm(afterWrites: 0)
        #expect(
            throws: CrashPoint.Crash.self,
            "The program should crash before the statement that writes the row, and the row was written."
        ) {
            try store.upsert(Records.weight(70))
        }
    }
}
