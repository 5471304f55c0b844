package import Vitals
package import VitalsEntities
package import VitalsServer

package import struct Foundation.UUID

extension PostgresSyncStore: EntityStore {
    package func transact<Value: Sendable>(
        user: UUID, receipt: Receipt?,
        _ body: @escaping @Sendable (any EntityStorage, EntityLogRow?) throws -> Value
    ) async throws -> Value {
        try await write(lockingRowOf: user) { connection in
            // A statement of its own: one that waits for the lock reads what was committed before it began to wait.
            let head = try connection.query(
                """
                \(PostgresEntityStorage.proofAndHead(user, receipt))
                SELECT proof.tag, head.seq, head.tag
                FROM (SELECT 1) AS one LEFT JOIN proof ON true LEFT JOIN head ON true
                """
            ).checkedHead(receipt)
            return try body(PostgresEntityStorage(connection, user: user), head)
        }
    }

    /// One statement, so that the rows and the head come from the same moment. The database counts the bytes before it sends
    /// them, because libpq keeps a whole result in memory.
    package func page(
        user: UUID, receipt: Receipt?, cursors: [String: Int64], limit: Int
    ) async throws -> EntityPage {
        let asked = cursors.sorted { $0.key < $1.key }
        return try await read(forPullOf: user) { connection in
            let result = try connection.query(
                """
                \(PostgresEntityStorage.proofAndHead(user, receipt)), found AS MATERIALIZED (
                    SELECT row.* FROM unnest(\(asked.map(\.key)), \(asked.map(\.value))) AS asked (type, cursor)
                    CROSS JOIN LATERAL (
                        SELECT id, seq, octet_length(fields) + octet_length(stamps) AS size FROM entities
                        WHERE user_id = \(user) AND entities.type = asked.type AND seq > asked.cursor
                        ORDER BY seq LIMIT \(Int64(limit) + 1)
                    ) AS row
                    ORDER BY seq LIMIT \(Int64(limit) + 1)
                ), counted AS (
                    SELECT id, row_number() OVER (ORDER BY seq) AS place, sum(size) OVER (ORDER BY seq) AS total FROM found
                ), page AS (
                    SELECT entities.* FROM counted JOIN entities ON user_id = \(user) AND entities.id = counted.id
                    WHERE place = 1 OR place <= \(Int64(limit)) AND total <= \(Int64(EntityPage.sizeBytes))
                )
                SELECT proof.tag, head.seq, head.tag, (SELECT count(*) FROM found), \(unsafe: PostgresEntityStorage.columns)
                FROM users
                LEFT JOIN proof ON true
                LEFT JOIN head ON true
                LEFT JOIN page ON true
                WHERE users.id = \(user)
                ORDER BY page.seq
                """)
            let head = try result.checkedHead(receipt)
            let count: Int64 = try result.first?.value(3) ?? 0
            guard count > 0 else { return EntityPage(rows: [], head: head, hasMore: false) }
            let rows = try result.rows.map { try EntityRow($0, at: 4) }
            return EntityPage(rows: rows, head: head, hasMore: rows.count < count)
        }
    }

    package func entity(user: UUID, receipt: Receipt?, type: String, id: UUID) async throws -> EntityPage {
        try await read(forPullOf: user) { connection in
            let result = try connection.query(
                """
                WITH RECURSIVE \(PostgresEntityStorage.proofAndHeadTables(user, receipt)), resolved (id) AS (
                    SELECT \(id)
                    UNION
                    SELECT survivor FROM entity_aliases JOIN resolved ON entity_aliases.id = resolved.id
                    WHERE user_id = \(user)
                ), page AS (
                    SELECT * FROM entities
                    WHERE user_id = \(user) AND type = \(type) AND id IN (SELECT id FROM resolved)
                )
                SELECT proof.tag, head.seq, head.tag, (SELECT count(*) FROM page), \(unsafe: PostgresEntityStorage.columns)
                FROM users
                LEFT JOIN proof ON true
                LEFT JOIN head ON true
                LEFT JOIN page ON true
                WHERE users.id = \(user)
                """)
            let head = try result.checkedHead(receipt)
            let count: Int64 = try result.first?.value(3) ?? 0
            return EntityPage(
                rows: count > 0 ? try result.rows.map { try EntityRow($0, at: 4) } : [], head: head, hasMore: false)
        }
    }

    package func allRows(user: UUID) async throws -> [EntityRow] {
        try await read { connection in
            guard try connection.hasEntityTables() else { return [] }
            return try connection.query(
                "SELECT \(unsafe: PostgresEntityStorage.columns) FROM entities AS page WHERE user_id = \(user) ORDER BY seq"
            ).rows.map { try EntityRow($0, at: 0) }
        }
    }

    package func allAliases(user: UUID) async throws -> [UUID: UUID] {
        try await read { connection in
            guard try connection.hasEntityTables() else { return [:] }
            return try connection.query("SELECT id, survivor FROM entity_aliases WHERE user_id = \(user)").rows
                .reduce(into: [:]) { $0[try $1.value(0)] = try $1.value(1, as: UUID.self) }
        }
    }

    package func forgetAnswers(before moment: Int64) async throws -> Int {
        try await write { connection in
            guard try connection.hasEntityTables() else { return 0 }
            let count: Int64? = try connection.query(
                """
                WITH forgotten AS (DELETE FROM entity_answers WHERE performed_at < \(moment) RETURNING 1)
                SELECT count(*) FROM forgotten
                """
            ).first?.value(0)
            return Int(count ?? 0)
        }
    }

    package var hasEntityTables: Bool { pushHooks.contains { $0.table == PostgresPushHook.entities.table } }
}

extension PostgresPushHook {
    package static let entities = PushHook.records(in: "entities")
}

extension PostgresConnection {
    /// False in a database that was migrated by a server from before entities.
    fileprivate func hasEntityTables() throws -> Bool {
        try query("SELECT 1::int8 WHERE to_regclass('entities') IS NOT NULL").count > 0
    }
}

extension PostgresResult {
    /// The head, read from a row that begins with the tag of the receipt's row, and then number and tag of the last row.
    ///
    /// - Throws: `SyncStoreError.unknownUser` where the user was deleted, or `.historyLost`.
    fileprivate func checkedHead(_ receipt: Receipt?) throws -> EntityLogRow? {
        guard let row = first else { throw SyncStoreError.unknownUser }
        if let receipt {
            guard let named = EntityLogRow(receipt), try row.valueIfPresent(0) == named.tag else {
                throw SyncStoreError.historyLost
            }
        }
        guard let seq: Int64 = try row.valueIfPresent(1) else { return nil }
        return EntityLogRow(seq: seq, tag: try row.value(2))
    }
}
