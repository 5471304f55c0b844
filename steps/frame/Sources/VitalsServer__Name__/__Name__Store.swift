package import GRDB
package import VitalsServer

package import struct Foundation.UUID

/// What the feature needs of a store.
package protocol __Name__Store: Sendable {
    /// The number of records that this user's pushes have written.
    func writtenCount(user: UUID) async throws -> Int64
}

// MARK: SQLite

extension SQLiteMigration {
    package static let __name__ = SQLiteMigration(
        name: "__MM__ __slug__",
        sql: """
            CREATE TABLE __table__ (
              user_id TEXT    NOT NULL PRIMARY KEY REFERENCES users(id) ON DELETE CASCADE,
              written INTEGER NOT NULL
            ) STRICT;
            """)
}

extension SQLiteSyncStore: __Name__Store {
    package func writtenCount(user: UUID) async throws -> Int64 {
        try await read { database in
            let sql = "SELECT written FROM __table__ WHERE user_id = ?"
            return try Int64.fetchOne(database, sql: sql, arguments: [user.uuidString.lowercased()]) ?? 0
        }
    }
}

extension PushHook<Database> {
    package static let __name__ = PushHook(table: "__table__") { _, user, database in
        { outcome in
            try database.execute(
                sql: """
                    INSERT INTO __table__ (user_id, written) VALUES (?, ?)
                    ON CONFLICT (user_id) DO UPDATE SET written = written + excluded.written
                    """, arguments: [user.uuidString.lowercased(), outcome.acceptedIDs.count])
        }
    }
}

// MARK: Postgres

extension PostgresSyncStore: __Name__Store {
    package func writtenCount(user: UUID) async throws -> Int64 {
        try await read { connection in
            let found = try connection.query("SELECT written FROM __table__ WHERE user_id = \(user)")
            return try found.first?.value(0) ?? 0
        }
    }
}

extension PushHook<PostgresConnection> {
    package static let __name__ = PushHook(table: "__table__") { _, user, connection in
        { outcome in
            try connection.query(
                """
                INSERT INTO __table__ AS held (user_id, written) VALUES (\(user), \(Int64(outcome.acceptedIDs.count)))
                ON CONFLICT (user_id) DO UPDATE SET written = held.written + excluded.written
                """)
        }
    }
}
