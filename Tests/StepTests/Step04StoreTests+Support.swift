import Foundation
import GRDB
import StepSupport
import Testing
import Vitals

/// The view that tests have of a store below its methods.
extension Step04StoreTests {
    /// The first column of a query's result.
    func texts(_ sql: String) throws -> [String] {
        try store.read { try String.fetchAll($0, sql: sql) }
    }

    func execute(_ sql: String, _ arguments: StatementArguments = []) throws {
        try store.write { try $0.execute(sql, arguments) }
    }

    /// The marks of a record's row, such as `version 4, dirty, own, base version 3`.
    func rowMarks(_ number: Int = 1) throws -> String {
        let marks = try texts(
            """
            SELECT 'version ' || version || iif(dirty, ', dirty', ', clean') || iif(own, ', own', ', not own')
              || coalesce((SELECT ', base version ' || version FROM base WHERE base.id = measurement.id), ', no base')
            FROM measurement WHERE id LIKE '%\(number)'
            """)
        return marks.first ?? "no row"
    }

    /// Stores a copy that the server has refused, as step 8 will.
    func refuse(_ copy: Vitals.Measurement) throws {
        try execute(
            """
            INSERT INTO rejected (\(RecordTables.columns), code, detail, rejected_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'out_of_bounds', 'The value is out of bounds.', 0)
            """, Self.columns(of: copy))
    }

    /// Adds the row of a deletion, and returns the record.
    ///
    /// It's written past the methods, because in step 17 those call a body that isn't written yet.
    func addDeletion(
        _ number: Int, kind: MetricKind = .weight, isDirty: Bool = false
    ) throws -> Vitals.Measurement {
        var record = Records.weight(1, id: Records.id(number))
        record.kind = kind
        record.extra = UnknownMembers(unchecked: #"{"deleted":true}"#)
        try execute(
            "INSERT INTO measurement (\(RecordTables.columns), dirty) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            Self.columns(of: record) + [isDirty])
        return record
    }

    /// The values of a record's columns, made without the learner's code.
    private static func columns(of record: Vitals.Measurement) -> StatementArguments {
        [
            record.id.lowercased, record.kind.rawValue, record.value, record.unit.rawValue,
            record.recordedAt.millisecondsSinceEpoch, record.updatedAt.millisecondsSinceEpoch, record.version,
            record.extra.text,
        ]
    }

    /// Adds 1,200 dirty rows of a kind, and returns their ids.
    func addMany(_ kind: MetricKind) throws -> [UUID] {
        try execute(
            """
            WITH RECURSIVE row (number) AS (SELECT 1001 UNION ALL SELECT number + 1 FROM row LIMIT 1200)
            INSERT INTO measurement (\(RecordTables.columns))
            SELECT printf('abcdef00-0000-4000-8000-%012x', number), ?, 1, 'COUNT', number, number, 1, '' FROM row
            """, [kind.rawValue])
        return (1001...2200).map(Records.id)
    }

    /// Damages a row as no build of Vitals would.
    func damage(_ number: Int) throws {
        try execute(
            "UPDATE measurement SET recorded_at = 9000000000000000 WHERE id = ?", [Records.id(number).lowercased])
    }

    /// Reports a method that reads without an error what can't be read.
    func expectError(_ says: String, _ read: () throws -> String) throws {
        do {
            Issue.record("\(says), and it gives \(try read()). Let the error through.")
        } catch is StoreError {
            // As it should be.
        }
    }

    /// Records that no person could enter, and that a server may send all the same.
    static let oddRecords: [Vitals.Measurement] = {
        var pounds = Records.weight(160)
        pounds.unit = .pounds
        var nameless = Records.weight(5_000, version: 0, updatedAt: 1_881_940_000_125)
        (nameless.kind, nameless.unit) = (MetricKind(rawValue: ""), MetricUnit(rawValue: ""))
        nameless.extra = UnknownMembers(unchecked: #"{"b":1, "a":2}"#)
        var long = Records.weight(-12.5, version: 9, recordedAt: 1_981_940_000_000)  // later than it was written
        long.kind = MetricKind(rawValue: String(repeating: " e\u{301}", count: 40))
        long.unit = MetricUnit(rawValue: String(repeating: "e\u{301} ", count: 40))
        let note = JSONValue.string(String(repeating: "x", count: UnknownMembers.maximumSizeBytes))
        long.extra = UnknownMembers(members: [.init("note", note)])
        return [pounds, nameless, long]
    }()

    /// Makes SQLite return rows in another order than usual wherever a statement doesn't ask for one.
    func reverseUnorderedRows() throws {
        try store.write { try $0.database.execute(sql: "PRAGMA reverse_unordered_selects = ON") }
    }

    /// The names of the fields in which two records differ.
    static func differences(_ left: Vitals.Measurement, _ right: Vitals.Measurement) -> [String] {
        [
            ("id", left.id == right.id), ("kind", left.kind == right.kind), ("value", left.value == right.value),
            ("unit", left.unit == right.unit), ("recordedAt", left.recordedAt == right.recordedAt),
            ("updatedAt", left.updatedAt == right.updatedAt), ("version", left.version == right.version),
            ("extra", left.extra == right.extra),
        ]
        .filter { !$0.1 }.map(\.0)
    }
}
