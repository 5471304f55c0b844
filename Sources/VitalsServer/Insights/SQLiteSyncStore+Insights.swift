package import Foundation
package import GRDB
package import Vitals

extension SQLiteMigration {
    /// The texts that a language model wrote of weeks, by the fingerprint of its numbers; and an index for adding up a week. On
    /// PostgreSQL it's `db/migrations/0006-insights.sql`.
    package static let insights = SQLiteMigration(
        name: "6 insights",
        sql: """
            CREATE TABLE insights (
              user_id  TEXT    NOT NULL REFERENCES users(id) ON DELETE CASCADE,
              question TEXT    NOT NULL,
              state    TEXT    NOT NULL,
              insight  TEXT,
              until    INTEGER NOT NULL,
              PRIMARY KEY (user_id, question)
            ) STRICT;
            CREATE INDEX measurements_user_time ON measurements (user_id, recorded_at);
            """)
}

extension SQLiteSyncStore: InsightStore {
    package func weekTotals(of user: UUID, in week: InsightWeek) async throws -> WeekTotals {
        try await read { db in try WeekTotals(of: user, in: week, db) }
    }

    package func claimInsight(
        _ question: String, user: UUID, now: Timestamp, until: Timestamp, limit: Int
    ) async throws -> InsightClaim {
        try await write { db in
            let user = user.lowercased
            try db.execute(
                sql: "DELETE FROM insights WHERE user_id = ? AND until <= ?",
                arguments: [user, now.millisecondsSinceEpoch])
            let row = try Row.fetchOne(
                db, sql: "SELECT state, insight FROM insights WHERE user_id = ? AND question = ?",
                arguments: [user, question])
            if let row {
                return row["state"] == InsightClaim.State.answered.rawValue ? .answered(row["insight"]) : .taken
            }
            let count = try Int.fetchOne(
                db, sql: "SELECT COUNT(*) FROM insights WHERE user_id = ?", arguments: [user])
            guard let count, count < limit else { return .exhausted }
            try db.execute(
                sql: "INSERT INTO insights (user_id, question, state, until) VALUES (?, ?, ?, ?)",
                arguments: [user, question, InsightClaim.State.asked.rawValue, until.millisecondsSinceEpoch])
            return .granted
        }
    }

    package func keepInsight(_ text: String?, for question: String, user: UUID, until: Timestamp) async throws {
        try await write { db in
            try db.execute(
                sql: "UPDATE insights SET state = ?, insight = ?, until = ? WHERE user_id = ? AND question = ?",
                arguments: [
                    InsightClaim.State.answered.rawValue, text, until.millisecondsSinceEpoch, user.lowercased, question,
                ])
        }
    }

    package func keptInsights(of user: UUID) async throws -> [String] {
        try await read { db in
            guard try db.tableExists("insights") else { return [] }
            return try String.fetchAll(
                db, sql: "SELECT insight FROM insights WHERE user_id = ? AND insight IS NOT NULL",
                arguments: [user.lowercased])
        }
    }

    package func checkInsightTable() async throws {
        guard try await read({ try $0.tableExists("insights") }) else {
            throw SyncStoreError.unusable("The file has no table `insights`.")
        }
    }
}

extension WeekTotals {
    /// Adds up a week in SQLite. `recorded_at` is in milliseconds since the epoch, and `extra` holds the members that the
    /// columns don't: a deleted record says `{"deleted":true}` there.
    package init(of user: UUID, in week: InsightWeek, _ db: Database) throws {
        // @write 19 week-totals
        self.init(dayCount: week.dayCount)
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT kind, recorded_at >= :monday, COUNT(*), SUM(value), MIN(value), MAX(value)
                FROM measurements
                WHERE user_id = :user
                  AND (recorded_at >= :monday AND recorded_at < :end
                       OR recorded_at >= :mondayBefore AND recorded_at < :endBefore)
                  AND json_type(nullif(extra, ''), '$.deleted') IS NOT 'true'
                GROUP BY 1, 2
                """,
            arguments: [
                "user": user.lowercased, "monday": week.current.lowerBound.millisecondsSinceEpoch,
                "end": week.current.upperBound.millisecondsSinceEpoch,
                "mondayBefore": week.before.lowerBound.millisecondsSinceEpoch,
                "endBefore": week.before.upperBound.millisecondsSinceEpoch,
            ])
        while let row = try rows.next() {
            let total = Total(count: row[2], sum: row[3], least: row[4], greatest: row[5])
            if row[1] {
                current[MetricKind(rawValue: row[0])] = total
            } else {
                before[MetricKind(rawValue: row[0])] = total
            }
        }
        // @starter
        //| throw NotWritten(19, "add up the values of both spans by kind, in one statement, without deleted records")
        // @end
    }
}
