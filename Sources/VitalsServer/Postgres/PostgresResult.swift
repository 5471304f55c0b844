internal import CLibPQ
internal import Vitals

internal import struct Foundation.UUID

/// The rows that a statement returned.
package final class PostgresResult {
    private let result: OpaquePointer

    /// Takes ownership of the result, and frees it.
    init(owning result: OpaquePointer) { self.result = result }

    deinit { PQclear(result) }

    package var count: Int { Int(PQntuples(result)) }

    package var rows: some RandomAccessCollection<PostgresRow> {
        (0..<count).lazy.map { PostgresRow(result: self, index: Int32($0)) }
    }

    package var first: PostgresRow? { rows.first }

    /// The server's name for what it did, such as `COMMIT`.
    var commandTag: String { String(cString: PQcmdStatus(result)) }

    fileprivate func bytes(row: Int32, column: Int32, oid: UInt32) throws(PostgresError) -> UnsafeRawBufferPointer? {
        guard column < PQnfields(result) else {
            throw PostgresError(.unexpectedResult, detail: "column \(column) is missing")
        }
        guard PQfformat(result, column) == 1, PQftype(result, column) == oid else {
            throw PostgresError(
                .unexpectedResult, detail: "column \(column) is of type \(PQftype(result, column)), not \(oid)")
        }
        guard PQgetisnull(result, row, column) == 0 else { return nil }
        return UnsafeRawBufferPointer(
            start: PQgetvalue(result, row, column), count: Int(PQgetlength(result, row, column)))
    }
}

/// One row of a result. It keeps the result alive.
package struct PostgresRow {
    fileprivate let result: PostgresResult
    fileprivate let index: Int32

    /// - Throws: `PostgresError` when the column is NULL or has another type.
    package func value<Value: PostgresValue>(
        _ column: Int, as type: Value.Type = Value.self
    ) throws(PostgresError) -> Value {
        guard let value = try valueIfPresent(column, as: type) else {
            throw PostgresError(.unexpectedResult, detail: "column \(column) is NULL")
        }
        return value
    }

    /// Nil where the column is NULL.
    package func valueIfPresent<Value: PostgresValue>(
        _ column: Int, as type: Value.Type = Value.self
    ) throws(PostgresError) -> Value? {
        guard let bytes = try result.bytes(row: index, column: Int32(column), oid: Value.oid) else { return nil }
        return try Value(postgresBytes: bytes)
    }
}

// How the two kinds of rows are selected and read. Only this file knows the columns and their order.

extension LogEntry {
    static let columnCount = 5

    /// The tag is read by way of JSON because only migration 9 adds its column: a database from before has none, and then
    /// it's NULL.
    static func columns(of table: String) -> String {
        "\(table).seq, \(table).record_id, \(table).version, \(table).applied_at, (to_jsonb(\(table)) ->> 'tag')::int8"
    }

    /// Nil where an outer join found no row.
    init?(_ row: PostgresRow, at column: Int) throws(PostgresError) {
        guard let seq: Int64 = try row.valueIfPresent(column) else { return nil }
        self.init(
            seq: seq, recordID: try row.value(column + 1), version: try row.value(column + 2),
            appliedAt: try row.value(column + 3, as: PostgresInstant.self).microsecondsSince2000,
            tag: try row.valueIfPresent(column + 4))
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
