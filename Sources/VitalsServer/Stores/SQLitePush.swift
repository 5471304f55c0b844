import Foundation
import GRDB
import Vitals

/// One push inside its transaction.
struct SQLitePush {
    let user: String
    let appliedAt: Int64
    let makeTag: () -> Int64
    private var outcome = PushOutcome()

    init(user: String, appliedAt: Int64, makeTag: @escaping () -> Int64) {
        self.user = user
        self.appliedAt = appliedAt
        self.makeTag = makeTag
    }

    mutating func apply(_ records: [Vitals.Measurement], to db: Database) throws -> PushOutcome {
        let upsert = try db.cachedStatement(sql: Self.upsertSQL)
        let log = try db.cachedStatement(sql: Self.logSQL)
        var nextSeq = try Self.lastSeq(in: db) + 1
        for record in records {
            try upsert.execute(arguments: [
                user, record.id.lowercased, record.kind.rawValue, record.value, record.unit.rawValue,
                record.recordedAt.millisecondsSinceEpoch, record.updatedAt.millisecondsSinceEpoch, record.version,
                record.extra.text, nextSeq,
            ])
            guard db.changesCount == 1 else {
                try classifyUnwritten(record, in: db)
                continue
            }
            try log.execute(arguments: [nextSeq, user, record.id.lowercased, record.version, appliedAt, makeTag()])
            outcome.acceptedIDs.append(record.id)
            nextSeq += 1
        }
        return outcome
    }

    /// Sorts a record that wasn't written: it is either stored already, or smaller than the stored one.
    private mutating func classifyUnwritten(_ record: Vitals.Measurement, in db: Database) throws {
        let statement = try db.cachedStatement(sql: Self.storedSQL)
        guard let row = try Row.fetchOne(statement, arguments: [user, record.id.lowercased]) else { return }
        let stored = try Vitals.Measurement(storedIn: row)
        if stored == record {
            outcome.unchangedIDs.append(record.id)
        } else {
            try outcome.addStale(stored)
        }
    }

    /// The highest number ever given out, even when its row is gone.
    private static func lastSeq(in db: Database) throws -> Int64 {
        try Int64.fetchOne(db, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'sync_log'") ?? 0
    }

    /// The guard: one conditional upsert, with a row comparison in the order of `Precedence`.
    private static let upsertSQL = """
        INSERT INTO measurements
          (user_id, id, kind, value, unit, recorded_at, updated_at, version, extra, seq)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (user_id, id) DO UPDATE SET
          kind = excluded.kind, value = excluded.value, unit = excluded.unit,
          recorded_at = excluded.recorded_at, updated_at = excluded.updated_at,
          version = excluded.version, extra = excluded.extra, seq = excluded.seq
        WHERE (measurements.version, measurements.updated_at, measurements.kind, measurements.value,
               measurements.unit, measurements.recorded_at, measurements.extra)
            < (excluded.version, excluded.updated_at, excluded.kind, excluded.value,
               excluded.unit, excluded.recorded_at, excluded.extra)
        """

    private static let logSQL = """
        INSERT INTO sync_log (seq, user_id, record_id, version, applied_at, tag) VALUES (?, ?, ?, ?, ?, ?)
        """

    private static let storedSQL = """
        SELECT id, kind, value, unit, recorded_at, updated_at, version, extra, seq
        FROM measurements WHERE user_id = ? AND id = ?
        """
}
