import Foundation
import GRDB

/// The rows of one transaction: every statement that reads or writes records, written once.
///
/// Statements are cached by the connection, so that a batch compiles each of them once. Values are always bound: text in
/// SQL would change the last bits of a double.
struct RecordTables {
    let database: Database
    /// Called before each write. Tests throw from it, to stand for a crash between two statements.
    let beforeWrite: @Sendable () throws -> Void

    struct Row {
        var record: Measurement
        /// The server may lack it.
        var isDirty: Bool
        /// It was written on this device.
        var isOwn: Bool
    }

    static let columns = "id, kind, value_, unit, recorded_at, updated_at, version, extra"

    func execute(_ sql: String, _ arguments: StatementArguments = []) throws {
        try beforeWrite()
        try database.cachedStatement(sql: sql).execute(arguments: arguments)
    }

    // MARK: measurement

    func row(_ id: UUID) throws -> Row? {
        let statement = try database.cachedStatement(
            sql: "SELECT \(Self.columns), dirty, own FROM measurement WHERE id = ?")
        guard let row = try GRDB.Row.fetchOne(statement, arguments: [id.lowercased]) else { return nil }
        return Row(record: try Measurement(row), isDirty: row["dirty"], isOwn: row["own"])
    }

    func put(_ record: Measurement, dirty: Bool, own: Bool = false) throws {
        try execute(
            """
            INSERT INTO measurement (\(Self.columns), dirty, own) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, value_ = excluded.value_, unit = excluded.unit,
              recorded_at = excluded.recorded_at, updated_at = excluded.updated_at, version = excluded.version,
              extra = excluded.extra, dirty = excluded.dirty, own = excluded.own
            """, record.arguments + [dirty, own])
    }

    func setDirty(_ isDirty: Bool, _ id: UUID) throws {
        try execute("UPDATE measurement SET dirty = ? WHERE id = ?", [isDirty, id.lowercased])
    }

    func remove(_ id: UUID) throws {
        try execute("DELETE FROM measurement WHERE id = ?", [id.lowercased])
    }

    // MARK: base

    func base(_ id: UUID) throws -> Measurement? {
        let statement = try database.cachedStatement(sql: "SELECT \(Self.columns) FROM base WHERE id = ?")
        return try GRDB.Row.fetchOne(statement, arguments: [id.lowercased]).map(Measurement.init)
    }

    /// Notes a record that was exchanged with the server; of several, the greatest is the one to go back to.
    func raiseBase(_ record: Measurement) throws {
        if let base = try base(record.id), !record.beats(base) { return }
        try execute(
            "INSERT OR REPLACE INTO base (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", record.arguments)
    }

    func removeBase(_ id: UUID) throws {
        try execute("DELETE FROM base WHERE id = ?", [id.lowercased])
    }

    /// The row and the server agree on this record.
    func settle(_ record: Measurement, own: Bool = false) throws {
        try put(record, dirty: false, own: own)
        try removeBase(record.id)
    }

    // MARK: rejected

    /// The greatest refused copy of a record.
    func rejected(_ id: UUID) throws -> Measurement? {
        let statement = try database.cachedStatement(sql: "SELECT \(Self.columns) FROM rejected WHERE id = ?")
        return try GRDB.Row.fetchAll(statement, arguments: [id.lowercased]).map(Measurement.init)
            .max { $0.precedence < $1.precedence }
    }

    func removeRejected(_ id: UUID) throws {
        try execute("DELETE FROM rejected WHERE id = ?", [id.lowercased])
    }

    // MARK: conflict

    /// Keeps a local edit that lost, unless the winner says the same and nothing can be missed.
    func keepLoser(_ loser: Measurement, winner: Measurement, now: Timestamp) throws -> Bool {
        guard !loser.saysTheSame(as: winner) else { return false }
        try execute(
            "INSERT INTO conflict (\(Self.columns), lost_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            loser.arguments + [now.millisecondsSinceEpoch])
        return true
    }
}

extension Measurement {
    init(_ row: GRDB.Row) throws {
        let text: String = row["id"]
        guard let id = UUID(uuidString: text),
            let recordedAt = Timestamp(millisecondsSinceEpoch: row["recorded_at"]),
            let updatedAt = Timestamp(millisecondsSinceEpoch: row["updated_at"])
        else { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a record with an impossible id or time") }
        self.init(
            id: id, kind: MetricKind(rawValue: row["kind"]), value: row["value_"],
            unit: MetricUnit(rawValue: row["unit"]), recordedAt: recordedAt, updatedAt: updatedAt,
            version: row["version"], extra: Extra(unchecked: row["extra"]))
    }

    /// In the order of `RecordTables.columns`.
    var arguments: StatementArguments {
        [
            id.lowercased, kind.rawValue, value, unit.rawValue, recordedAt.millisecondsSinceEpoch,
            updatedAt.millisecondsSinceEpoch, version, extra.text,
        ]
    }

    /// Equal in all that a person entered; version and time of writing aside.
    func saysTheSame(as other: Measurement) -> Bool {
        kind == other.kind && value == other.value && unit == other.unit && recordedAt == other.recordedAt
            && extra == other.extra
    }
}
