package import Foundation
import GRDB
package import Vitals

extension SQLiteMigration {
    /// Number and tag of each removed log row.
    package static let compacted = SQLiteMigration(
        name: "4 compacted",
        sql: """
            CREATE TABLE compacted (
              user_id TEXT    NOT NULL REFERENCES users(id) ON DELETE CASCADE,
              range   INTEGER NOT NULL,
              tags    TEXT    NOT NULL,
              PRIMARY KEY (user_id, range)
            ) STRICT;
            """)
}

extension SQLiteSyncStore: CompactingStore {
    package func firstSuperseded(of user: UUID, from seq: Int64) async throws -> Int64? {
        try await read { db in
            try Int64.fetchOne(
                db, sql: "SELECT seq \(Self.superseded) AND seq >= ? ORDER BY seq LIMIT 1",
                arguments: [user.lowercased, seq])
        }
    }

    package func compact(range: Int64, of user: UUID) async throws -> Int {
        try await write { db in
            let numbers = CompactedTags.numbers(in: range)
            let seqs = try Int64.fetchAll(
                db, sql: "SELECT seq \(Self.superseded) AND seq BETWEEN ? AND ?",
                arguments: [user.lowercased, numbers.lowerBound, numbers.upperBound])
            guard !seqs.isEmpty else { return 0 }
            var tags = try Self.tags(db, user, range)
            tags.insert(try seqs.compactMap { try LogEntry.fetch(db, user: user, seq: $0) }.map(Receipt.init))
            try db.execute(
                sql: "INSERT OR REPLACE INTO compacted (user_id, range, tags) VALUES (?, ?, ?)",
                arguments: [user.lowercased, range, tags.text])
            let delete = try db.cachedStatement(sql: "DELETE FROM sync_log WHERE seq = ?")
            for seq in seqs { try delete.execute(arguments: [seq]) }
            return seqs.count
        }
    }

    package func standIn(for receipt: Receipt, of user: UUID) async throws -> Receipt? {
        try await read { db in
            guard try db.tableExists("compacted"),
                try Self.tags(db, user, CompactedTags.range(of: receipt.seq)).contains(receipt)
            else { return nil }
            return try LogEntry.fetchLast(db, user: user).map(Receipt.init)
        }
    }

    package func logSizeBytes() async throws -> Int64 {
        try await read { db in
            let pages = try Int64.fetchOne(db, sql: "PRAGMA page_count") ?? 0
            let free = try Int64.fetchOne(db, sql: "PRAGMA freelist_count") ?? 0
            return (pages - free) * (try Int64.fetchOne(db, sql: "PRAGMA page_size") ?? 0)
        }
    }

    /// Writes the file anew without its free space, and empties the log beside it. Earlier versions of a record may
    /// stand in the free space of pages that stay in use, so it isn't enough to overwrite what is deleted now.
    package func eraseRemains() async throws {
        do {
            try await pool.writeWithoutTransaction { db in
                try db.execute(sql: "VACUUM")
                let isBusy = try Int.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)") != 0
                if isBusy {
                    throw SyncStoreError.busy("Another program reads the database, so its log can't be emptied.")
                }
            }
        } catch let error as DatabaseError {
            throw SQLiteFile.storeError(error)
        }
    }

    private static let superseded = """
        FROM sync_log WHERE user_id = ?
        AND NOT EXISTS (
          SELECT 1 FROM measurements
          WHERE measurements.user_id = sync_log.user_id AND measurements.seq = sync_log.seq)
        """

    private static func tags(_ db: Database, _ user: UUID, _ range: Int64) throws -> CompactedTags {
        let text = try String.fetchOne(
            db, sql: "SELECT tags FROM compacted WHERE user_id = ? AND range = ?", arguments: [user.lowercased, range])
        return CompactedTags(text: text ?? "")
    }
}
