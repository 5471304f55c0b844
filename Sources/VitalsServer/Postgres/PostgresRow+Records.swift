internal import Vitals

internal import struct Foundation.UUID

// How the two kinds of rows are selected and read. Only this file knows the columns and their order.

extension LogEntry {
    static let columnCount = 4

    static func columns(of table: String) -> String {
        "\(table).seq, \(table).record_id, \(table).version, \(table).applied_at"
    }

    /// Nil where an outer join found no row.
    init?(_ row: PostgresRow, at column: Int) throws(PostgresError) {
        guard let seq: Int64 = try row.valueIfPresent(column) else { return nil }
        self.init(
            seq: seq, recordID: try row.value(column + 1), version: try row.value(column + 2),
            appliedAt: try row.value(column + 3, as: PostgresInstant.self).microsecondsSince2000)
    }
}

extension Vitals.Measurement {
    static func columns(of table: String) -> String {
        ["id", "kind", "value", "unit", "recorded_at", "updated_at", "version", "extra"]
            .map { "\(table).\($0)" }.joined(separator: ", ")
    }

    init(_ row: PostgresRow, at column: Int) throws(PostgresError) {
        self.init(
            id: try row.value(column), kind: MetricKind(rawValue: try row.value(column + 1)),
            value: try row.value(column + 2), unit: MetricUnit(rawValue: try row.value(column + 3)),
            recordedAt: try row.value(column + 4), updatedAt: try row.value(column + 5),
            version: try row.value(column + 6), extra: UnknownMembers(unchecked: try row.value(column + 7)))
    }
}
