import GRDB

extension MeasurementStore {
    /// Merges the records of an event, and leaves the cursor where it is: an event may skip others, and only a pull knows
    /// that nothing lies between.
    ///
    /// The rows are clean from now on, but no receipt (a history token) proves that the server still has them. They are
    /// noted until a pull has covered them: see `RecordTables.coverEventRows(_:)`.
    ///
    /// - Parameter account: the account that the stream was opened for.
    /// - Returns: `isSuperseded` where the event isn't for the store's account and server or isn't above its cursor; then
    ///   nothing is changed.
    package func apply(_ event: LiveEvent, account: String?, origin: String) throws -> Applied {
        // @write 20 apply-event
        try write(knowing: event.overwritten) { tables in
            var applied = Applied()
            applied.state = try SyncState.fetch(tables.database)
            guard let account, applied.state.origin == origin, applied.state.account == account,
                event.seq > applied.state.cursor
            else {
                applied.isSuperseded = true
                return applied
            }
            for record in event.records where try tables.isNews(record) {
                let adoptedBefore = applied.adoptedCount
                try mergeRemote(record, tables, &applied)
                if applied.adoptedCount > adoptedBefore { try tables.noteEventRow(record.id) }
            }
            return applied
        }
        // @starter
        //| throw NotWritten(20, "merge the event's records in one transaction, if it fits the store, and leave the cursor")
        // @end
    }
}

/// A summary of the edits that a server may lack. Two that differ show that there is a new edit.
struct UnsentEdits: Hashable, Sendable {
    /// Rows, and what features have to send, such as the commands of an outbox.
    var count: Int
    /// The sum of their versions, which every edit raises.
    var versions: Double
}

extension MeasurementStore {
    func unsentEdits() throws -> UnsentEdits {
        try read { database in
            let row = try Row.fetchOne(
                database, sql: "SELECT count(*), total(version) FROM measurement WHERE dirty = 1")
            let others = try features.unsent(in: database).map(\.count).reduce(0, +)
            return UnsentEdits(count: (row?[0] ?? 0) + others, versions: row?[1] ?? 0)
        }
    }
}
