import Foundation
import Vitals
import VitalsServer
import VitalsServerEntities
import VitalsServerReminders
import VitalsServerWorkouts

/// The user that `db/schema.sql` creates.
let postgresTestUser = UUID(uuidString: "00000000-0000-0000-0000-000000000001")!

/// Runs `body` with a store that has its own database, with the schema applied.
func withPostgresStore(
    poolSize: Int = 4, ordersCommits: Bool = true, notesOverwritten: Bool = false, hasLabels: Bool = false,
    hasInsights: Bool = false, hasEntities: Bool = false, hasReminders: Bool = false, hasSamples: Bool = false,
    _ body: (_ store: PostgresSyncStore, _ url: String) async throws -> Void
) async throws {
    try await withPostgresDatabase { url in
        try PostgresTestDatabase.execute(try PostgresTestDatabase.schema(), at: url)
        for name in (notesOverwritten ? ["0003-overwritten"] : []) + (hasLabels ? ["0005-label"] : [])
            + (hasInsights ? ["0006-insights"] : []) + ["0009-log-tags"]
            + (hasEntities ? ["0010-entities"] : []) + (hasReminders ? ["0011-reminders"] : [])
            + (hasSamples ? ["0012-workouts"] : [])
        {
            let migration = try String(contentsOfFile: "db/migrations/\(name).sql", encoding: .utf8)
            for _ in 0..<2 { try PostgresTestDatabase.execute(migration, at: url) }
        }
        let store = try await PostgresSyncStore(
            url: url, poolSize: poolSize, waitTimeout: .seconds(60), ordersCommits: ordersCommits,
            pushHooks: (notesOverwritten ? [.overwrittenNotes] : []) + (hasEntities ? [.entities] : [])
                + (hasReminders ? [.reminders] : []) + (hasSamples ? [.samples] : []))
        do {
            try await body(store, url)
        } catch {
            try? await store.close()
            throw error
        }
        try await store.close()
    }
}

/// Runs `body` with a connection pool on an empty database.
func withPostgresPool(
    size: Int = 1, waitTimeout: Duration = .seconds(10), _ body: (PostgresPool, String) async throws -> Void
) async throws {
    try await withPostgresDatabase { url in
        let pool = PostgresPool(PostgresConfiguration(url: url), size: size, waitTimeout: waitTimeout)
        do {
            try await body(pool, url)
        } catch {
            try? await pool.close()
            throw error
        }
        try await pool.close()
    }
}

extension Vitals.Measurement {
    /// Returns a weight whose fields can all be chosen.
    static func sample(
        id: UUID = UUID(), kind: MetricKind = .weight, value: Double = 72.5, unit: MetricUnit = .kilograms,
        recordedAt: Int64 = 1_781_940_600_000, updatedAt: Int64 = 1_781_940_660_000, version: Int64 = 1,
        extra: String = ""
    ) -> Vitals.Measurement {
        Vitals.Measurement(
            id: id, kind: kind, value: value, unit: unit, recordedAt: Timestamp(clamping: recordedAt),
            updatedAt: Timestamp(clamping: updatedAt), version: version, extra: UnknownMembers(unchecked: extra))
    }
}
