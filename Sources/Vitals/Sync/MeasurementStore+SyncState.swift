package import Foundation
import GRDB

// The single row of `sync_state`: the server that the store syncs with, and how far it has pulled.

extension MeasurementStore {
    /// The state of the sync: server, account, cursor and the time of the last sync.
    ///
    /// - Throws: `StoreError`.
    public func syncState() throws -> SyncState {
        try read { database in try SyncState.fetch(database) }
    }

    /// Counts for a status line.
    public func counts() throws -> StoreCounts {
        try read { database in
            func count(_ sql: String) throws -> Int { try Int.fetchOne(database, sql: sql) ?? 0 }
            return StoreCounts(
                records: try count("SELECT count(*) FROM \(features.shownRecords)"),
                dirty: try count("SELECT count(*) FROM measurement WHERE dirty = 1"),
                rejected: try count("SELECT count(*) FROM rejected"),
                conflicts: try count("SELECT count(*) FROM conflict"))
        }
    }

    // @show server-binding
    /// Binds the store to a server, before the first sync names the account.
    ///
    /// A server that never responded can still be replaced, because its address may have been mistyped.
    /// - Throws: `SyncError` when the store has exchanged something with another server.
    package func bind(origin: String) throws {
        try write { tables in
            let state = try SyncState.fetch(tables.database)
            if let bound = state.origin, bound != origin {
                guard state.isUntouched else { throw SyncError.wrongServer(bound: bound, asked: origin) }
                try tables.resetSyncState(marksAllDirty: true)
            }
            try tables.execute("UPDATE sync_state SET origin = ?", [origin])
        }
    }

    /// Runs `body` while no sync of this store is running, in this process or another. The store's server and account
    /// must not change between a request and its response.
    ///
    /// - Throws: `SyncError` when a sync is running, and any error from `body`.
    @discardableResult
    package func withSyncLock<Value>(_ body: () throws -> Value) throws -> Value {
        guard path != ":memory:" else { return try body() }
        guard let lock = try SyncLock(storePath: path) else { throw SyncError.busy }
        defer { withExtendedLifetime(lock) {} }
        return try body()
    }

    /// Unbinds the store, so that all its records can go to another server or account.
    ///
    /// Only the person may decide this, never the engine, because every record will be pushed there. Call it within
    /// `withSyncLock`.
    package func rebind() throws {
        try write { tables in
            try tables.resetSyncState(marksAllDirty: true)
            try tables.execute(
                "UPDATE sync_state SET origin = NULL, account = NULL, features = NULL, last_sync_at = NULL")
        }
    }
    // @end

    /// The most that one batch takes as JSON, in bytes; below a server's 5 MiB, with room for what we estimate.
    private static let maximumBatchSizeBytes = 4 << 20

    /// Dirty rows in order of id: the next batch to push. It has fewer than `limit` rows where they are so large that a
    /// server could refuse the request.
    package func dirty(after id: UUID?, limit: Int) throws -> [Measurement] {
        var batch: [Measurement] = []
        var bytes = 0
        // Read in pieces, so that rows which don't fit any more aren't all in memory.
        while batch.count < limit {
            let piece = min(limit - batch.count, 500)
            let after = batch.last?.id ?? id
            let rows = try records(where: "dirty = 1 AND id > ? ORDER BY id LIMIT ?", [after?.lowercased ?? "", piece])
            for row in rows {
                bytes += row.pushSizeBytes
                guard bytes <= Self.maximumBatchSizeBytes || batch.isEmpty else { return batch }
                batch.append(row)
            }
            guard rows.count == piece else { return batch }
        }
        return batch
    }

    package func noteSyncEnded() throws {
        try write { tables in
            try tables.execute("UPDATE sync_state SET last_sync_at = ?", [clock().millisecondsSinceEpoch])
        }
        try features.tidy(self)
    }

    /// Starts sync over with a server that lost its history. One transaction sets the cursor to 0, removes the receipt
    /// and marks every row dirty, because a restored server may lack records that it had acknowledged.
    package func resetSyncState() throws -> Applied {
        try write { tables in
            try tables.resetSyncState(marksAllDirty: rules.contains(.resetMarksAllDirty))
            var applied = Applied()
            applied.state = try SyncState.fetch(tables.database)
            return applied
        }
    }
}

/// The number of records of each sort in a store.
public struct StoreCounts: Hashable, Sendable {
    /// Records in the store, without refused copies.
    public let records: Int
    /// Records that the server may lack.
    public let dirty: Int
    /// Copies that the server refused.
    public let rejected: Int
    /// Edits that lost.
    public let conflicts: Int
}

extension Measurement {
    /// About the size of the record in a push, in bytes: its seven members, the version that it was edited from, and its
    /// other members.
    fileprivate var pushSizeBytes: Int {
        400 + kind.rawValue.utf8.count + unit.rawValue.utf8.count + extra.text.utf8.count
    }
}

extension SyncState {
    static func fetch(_ database: Database) throws -> SyncState {
        guard let row = try Row.fetchOne(database.cachedStatement(sql: "SELECT * FROM sync_state")) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "sync_state has no row")
        }
        var state = SyncState()
        state.cursor = row["cursor"]
        state.receipt = (row["receipt"] as String?).flatMap { Receipt($0) }
        state.origin = row["origin"]
        state.account = row["account"]
        state.features = row["features"]
        state.lastSyncAt = (row["last_sync_at"] as Int64?).flatMap { Timestamp(millisecondsSinceEpoch: $0) }
        return state
    }
}

extension RecordTables {
    func resetSyncState(marksAllDirty: Bool) throws {
        if marksAllDirty {
            // Each clean row was exchanged with the server, so it is the base that a refusal reverts to.
            try execute(
                "INSERT OR REPLACE INTO base (\(Self.columns)) SELECT \(Self.columns) FROM measurement WHERE dirty = 0")
            try execute("UPDATE measurement SET dirty = 1 WHERE dirty = 0")
        }
        try execute("UPDATE sync_state SET cursor = 0, receipt = NULL")
    }
}
