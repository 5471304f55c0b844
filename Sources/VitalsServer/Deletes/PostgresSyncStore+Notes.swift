package import Vitals

package import struct Foundation.UUID

extension PostgresSyncStore: OverwrittenStore {
    package func overwritten(_ ids: [UUID], user: UUID) async throws -> [UUID: OverwrittenVersions] {
        guard !ids.isEmpty else { return [:] }
        return try await withSyncStoreErrors {
            try await withConnection(forPullOf: user) { try PostgresNotes(connection: $0, user: user).notes(ids) }
        }
    }

    /// Without its hook this store notes nothing.
    package func ability<Ability>(_ type: Ability.Type) -> Ability? {
        type == (any OverwrittenStore).self && !pushHooks.contains { $0.table == OverwrittenNotes.table }
            ? nil : self as? Ability
    }

    package func recordsMarkedDeleted() async throws -> [UUID: [Vitals.Measurement]] {
        try await withSyncStoreErrors {
            try await pool.withConnection { connection in
                let rows = try connection.query(
                    """
                    SELECT user_id, \(unsafe: Vitals.Measurement.columns(of: "measurements")) FROM measurements
                    WHERE extra LIKE '%"deleted":%'
                    """)
                var found: [UUID: [Vitals.Measurement]] = [:]
                for row in rows.rows { found[try row.value(0), default: []].append(try Vitals.Measurement(row, at: 1)) }
                return found
            }
        }
    }
}

extension PushHook<PostgresConnection> {
    /// Keeps notes of overwritten versions in the table `overwritten`.
    package static let overwrittenNotes = PushHook.notes { PostgresNotes(connection: $0, user: $1) }
}

private struct PostgresNotes: NoteTables {
    let connection: PostgresConnection
    let user: UUID

    func stored(_ ids: [UUID]) throws -> [Vitals.Measurement] {
        try connection.query(
            """
            SELECT \(unsafe: Vitals.Measurement.columns(of: "measurements")) FROM measurements
            WHERE user_id = \(user) AND id = ANY (\(ids))
            """
        ).rows.map { try Vitals.Measurement($0, at: 0) }
    }

    func notes(_ ids: [UUID]) throws -> [UUID: OverwrittenVersions] {
        let rows = try connection.query(
            "SELECT record_id, versions FROM overwritten WHERE user_id = \(user) AND record_id = ANY (\(ids))")
        return Dictionary(
            try rows.rows.map { row in
                (try row.value(0) as UUID, try OverwrittenVersions(text: try row.value(1)))
            }, uniquingKeysWith: { first, _ in first })
    }

    func setNotes(_ notes: [UUID: OverwrittenVersions]) throws {
        let notes = notes.sorted { $0.key.lowercased < $1.key.lowercased }
        try connection.query(
            """
            INSERT INTO overwritten (user_id, record_id, versions)
            SELECT \(user), id, versions FROM unnest(\(notes.map(\.key)), \(notes.map(\.value.text))) AS note (id, versions)
            ON CONFLICT (user_id, record_id) DO UPDATE SET versions = EXCLUDED.versions
            """)
    }
}
