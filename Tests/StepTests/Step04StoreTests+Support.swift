import GRDB
import StepSupport
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
            """,
            [
                copy.id.lowercased, copy.kind.rawValue, copy.value, copy.unit.rawValue,
                copy.recordedAt.millisecondsSinceEpoch, copy.updatedAt.millisecondsSinceEpoch, copy.version,
                copy.extra.text,
            ])
    }

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
