import GRDB
package import Vitals
package import VitalsServer

package import struct Foundation.UUID

/// Finds measurements by their ids.
package protocol RecordLookup: Sendable {
    /// The user's records with these ids, deletions among them.
    func records(_ ids: [UUID], user: UUID) async throws -> [Vitals.Measurement]
}

extension SQLiteSyncStore: RecordLookup {
    package func records(_ ids: [UUID], user: UUID) async throws -> [Vitals.Measurement] {
        try await read(forPullOf: user) { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT kind, value, unit, recorded_at, updated_at, version, extra
                    FROM measurements WHERE user_id = ? AND id = ?
                    """)
            return try ids.compactMap { id in
                try Row.fetchOne(statement, arguments: [user.lowercased, id.lowercased]).map { row in
                    Vitals.Measurement(
                        id: id, kind: MetricKind(rawValue: row[0]), value: row[1], unit: MetricUnit(rawValue: row[2]),
                        recordedAt: Timestamp(clamping: row[3]), updatedAt: Timestamp(clamping: row[4]),
                        version: row[5], extra: UnknownMembers(unchecked: row[6]))
                }
            }
        }
    }
}

extension PostgresSyncStore: RecordLookup {
    package func records(_ ids: [UUID], user: UUID) async throws -> [Vitals.Measurement] {
        guard !ids.isEmpty else { return [] }
        return try await read(forPullOf: user) { connection in
            try connection.query(
                """
                SELECT found.* FROM unnest(\(ids)) AS asked (id)
                CROSS JOIN LATERAL (
                    SELECT id, kind, value, unit, recorded_at, updated_at, version, extra
                    FROM measurements WHERE user_id = \(user) AND id = asked.id LIMIT 1
                ) AS found
                """
            ).rows.map { row in
                Vitals.Measurement(
                    id: try row.value(0), kind: MetricKind(rawValue: try row.value(1)), value: try row.value(2),
                    unit: MetricUnit(rawValue: try row.value(3)), recordedAt: try row.value(4),
                    updatedAt: try row.value(5), version: try row.value(6),
                    extra: UnknownMembers(unchecked: try row.value(7)))
            }
        }
    }
}
