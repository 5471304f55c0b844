import Foundation
import GRDB

extension StoreMigration {
    /// The rows that an event brought and no pull has covered yet.
    static let live = StoreMigration(
        name: "6 live",
        sql: "CREATE TABLE event_row (id TEXT NOT NULL PRIMARY KEY) WITHOUT ROWID;")
}

extension RecordTables {
    /// True when an event's record says something that the row doesn't.
    ///
    /// An event may be late, and the server may have lost its history since. So it confirms no row, and doesn't show that the
    /// server has lost a version; a page does both.
    func isNews(_ record: Measurement) throws -> Bool {
        guard let row = try row(record.id) else { return true }
        return row.record != record && (row.isDirty || merge(row.record, record) == record)
    }

    /// Notes that only an event says that the server has this row.
    func noteEventRow(_ id: UUID) throws {
        try execute("INSERT OR IGNORE INTO event_row (id) VALUES (?)", [id.lowercased])
    }

    /// Notes that a pulled page covers its rows: the cursor and the receipt vouch for them from now on.
    ///
    /// An empty page means that the server has nothing more. Rows that an event brought and no page did are then missing
    /// there: the server was restored from a backup. So they are sent, as after a lost history.
    func coverEventRows(_ page: Pulled) throws {
        // @write 20 cover-event-rows
        for record in page.records { try execute("DELETE FROM event_row WHERE id = ?", [record.id.lowercased]) }
        guard page.records.isEmpty, page.unreadableCount == 0 else { return }
        let missing = "dirty = 0 AND id IN (SELECT id FROM event_row)"
        try execute(
            "INSERT OR REPLACE INTO base (\(Self.columns)) SELECT \(Self.columns) FROM measurement WHERE \(missing)")
        try execute("UPDATE measurement SET dirty = 1 WHERE \(missing)")
        try execute("DELETE FROM event_row")
        // @starter
        //| // Forget the rows that the page covers, and send those that the server turns out to lack.
        // @end
    }
}
