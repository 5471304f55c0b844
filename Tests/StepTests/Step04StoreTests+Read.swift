import StepSupport
import Testing
import Vitals

/// Tests of a row on its way back into a record.
extension Step04StoreTests {
    @Test("a record comes back with every field as it was")
    func keepsEveryField() throws {
        var record = Records.weight(70.5, version: 9)
        record.kind = MetricKind(rawValue: "e\u{301}")  // a kind that no build knows yet, in an unusual spelling
        record.unit = MetricUnit(rawValue: "\u{E9}")
        record.extra = UnknownMembers(members: [.init("note", .string("after a run 😀"))])
        for record in [Records.weight(70), record] + Self.oddRecords {
            try store.upsertClean(record)
            let stored: Vitals.Measurement
            do {
                stored = try #require(try store.byId(record.id), "A stored record should be found by its id.")
            } catch let error as StoreError {
                Issue.record(
                    """
                    A record of the kind \(record.kind.rawValue) in \(record.unit.rawValue) was stored, and reading it \
                    is an error: \(error.detail) Any text is a kind or a unit.
                    """)
                return
            }
            let different = Self.differences(record, stored)
            if different == ["recordedAt", "updatedAt"] {
                Issue.record(
                    """
                    Everything came back as it was, except for the times. recordedAt was \
                    \(record.recordedAt.millisecondsSinceEpoch) ms and is \(stored.recordedAt.millisecondsSinceEpoch) \
                    ms, updatedAt was \(record.updatedAt.millisecondsSinceEpoch) ms and is \
                    \(stored.updatedAt.millisecondsSinceEpoch) ms. A record's times are part of it, to the millisecond.
                    """)
                return
            }
            expect(
                different.isEmpty,
                """
                The record came back with another \(different.joined(separator: " and ")). It was stored as \(record) \
                and came back as \(stored).
                """)
            try execute("DELETE FROM measurement")
        }
    }

    @Test(
        "a row that no build of Vitals can have written is an error, not a made-up record", .serialized,
        arguments: [
            ("id", "'no-uuid'"), ("id", "' bcdef00-0000-4000-8000-000000000001'"),
            ("id", "' abcdef00-0000-4000-8000-000000000001'"),
            ("recorded_at", "253402300800000"), ("recorded_at", "-62135596800001"),
            ("updated_at", "253402300800000"), ("updated_at", "-62135596800001"),
        ])
    func impossibleRow(column: String, value: String) throws {
        try store.upsertClean(Records.weight(70))
        try execute("UPDATE measurement SET \(column) = \(value)")
        do {
            let read = try store.allByKind(.weight)
            Issue.record(
                """
                A row has \(value) as its \(column), so the file is damaged; it was read as \(read.map(\.short)). Throw \
                a DatabaseError with SQLITE_CORRUPT; the store turns it into a message that says what to do.
                """)
        } catch let error as StoreError {
            expect(
                error.code == .corrupt && error.cause.hasPrefix("SQLite 11:"),
                "A row has \(value) as its \(column). The error should be SQLITE_CORRUPT, so that the person hears of a damaged file; it says: \(error.detail) \(error.cause)"
            )
        }
    }
}
