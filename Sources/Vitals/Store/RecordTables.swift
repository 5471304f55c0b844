package import Foundation
package import GRDB

/// The statements that read and write records within one transaction.
///
/// The connection caches the statements, so a batch compiles each of them once. Values are always bound, because text
/// in SQL would change the last bits of a double.
package struct RecordTables {
    package let database: Database
    /// Called before each write. Tests throw from it to simulate a crash between two statements.
    let beforeWrite: @Sendable () throws -> Void
    package let clock: @Sendable () -> Timestamp
    let rules: SyncRules
    package let features: FeatureList
    private let lastRow = LastRow()

    init(
        database: Database, beforeWrite: @escaping @Sendable () throws -> Void,
        clock: @escaping @Sendable () -> Timestamp, rules: SyncRules, features: FeatureList
    ) {
        self.database = database
        self.beforeWrite = beforeWrite
        self.clock = clock
        self.rules = rules
        self.features = features
    }

    // @show record-rows
    package struct Row {
        package var record: Measurement
        /// True while the server may lack it.
        package var isDirty: Bool
        /// True if it was written on this device.
        package var isOwn: Bool
    }

    package static let columns = "id, kind, value_, unit, recorded_at, updated_at, version, extra"

    /// Runs a statement that writes, with its arguments bound to the question marks.
    package func execute(_ sql: String, _ arguments: StatementArguments = []) throws {
        try beforeWrite()
        try database.cachedStatement(sql: sql).execute(arguments: arguments)
    }
    // @end

    /// The row with that id and its flags; nil when there is none.
    package func row(_ id: UUID) throws -> Row? {
        // Several parts of a transaction ask for the row that one of them has just read.
        let changes = database.totalChangesCount
        if let last = lastRow.read, last.id == id, last.changes == changes { return last.row }
        let sql = "SELECT \(Self.columns), dirty, own FROM measurement WHERE id = ?"
        let row = try RecordRow.all(database, sql, [id.lowercased]) { row in
            Row(record: try Measurement(row), isDirty: row[.dirty], isOwn: row[.own])
        }.first
        lastRow.read = (id, changes, row)
        return row
    }

    /// The row that was read last, and the number of changes that the connection had made by then. After another change it
    /// may be outdated.
    private final class LastRow {
        var read: (id: UUID, changes: Int, row: Row?)?
    }

    /// Inserts a row, or replaces the one with the same id.
    func put(_ record: Measurement, dirty: Bool, own: Bool = false) throws {
        // @write 4 put-record
        try execute(
            """
            INSERT INTO measurement (\(Self.columns), dirty, own) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, value_ = excluded.value_, unit = excluded.unit,
              recorded_at = excluded.recorded_at, updated_at = excluded.updated_at, version = excluded.version,
              extra = excluded.extra, dirty = excluded.dirty, own = excluded.own
            """, record.arguments + [dirty, own])
        // @starter
        //| throw NotWritten(4, "insert the record's row, or replace the one that has its id")
        // @end
    }

    func setDirty(_ isDirty: Bool, _ id: UUID) throws {
        try execute("UPDATE measurement SET dirty = ? WHERE id = ?", [isDirty, id.lowercased])
    }

    func remove(_ id: UUID) throws {
        try execute("DELETE FROM measurement WHERE id = ?", [id.lowercased])
    }
}

extension Measurement {
    /// Reads the columns of `RecordTables.columns`.
    ///
    /// - Throws: `DatabaseError` for a row that no build of Vitals has written.
    init(_ row: RecordRow) throws {
        // @write 4 read-row
        let text: String = row[.id]
        guard let id = UUID(text: text),
            let recordedAt = Timestamp(millisecondsSinceEpoch: row[.recordedAt]),
            let updatedAt = Timestamp(millisecondsSinceEpoch: row[.updatedAt])
        else { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a record with an impossible id or time") }
        self.init(
            id: id, kind: MetricKind(rawValue: row[.kind]), value: row[.value],
            unit: MetricUnit(rawValue: row[.unit]), recordedAt: recordedAt, updatedAt: updatedAt,
            version: row[.version], extra: UnknownMembers(unchecked: row[.extra]))
        // @starter
        //| throw NotWritten(4, "make a measurement from the columns of a row")
        // @end
    }

    /// The values to bind for a record, in the order of `RecordTables.columns`.
    var arguments: StatementArguments {
        // @write 4 bind-record
        [
            id.lowercased, kind.rawValue, value, unit.rawValue, recordedAt.millisecondsSinceEpoch,
            updatedAt.millisecondsSinceEpoch, version, extra.text,
        ]
        // @starter
        //| todo(4, "list the values of a record in the order of RecordTables.columns")
        // @end
    }

    /// True if everything that a person entered is equal. The version and `updatedAt` don't count.
    func hasSameContent(as other: Measurement) -> Bool {
        if isDeleted || other.isDeleted { return isDeleted && other.isDeleted }
        return kind == other.kind && value == other.value && unit == other.unit && recordedAt == other.recordedAt
            && extra == other.extra
    }
}
