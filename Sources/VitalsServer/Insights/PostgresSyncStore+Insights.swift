package import Vitals

package import struct Foundation.UUID

extension PostgresSyncStore: InsightStore {
    /// The sum is taken of `numeric`, which has no order of adding: a parallel plan gives the same digits every time.
    package func weekTotals(of user: UUID, in week: InsightWeek) async throws -> WeekTotals {
        try await withSyncStoreErrors {
            try await withConnection(forPullOf: user) { connection in
                let rows = try connection.query(
                    """
                    SELECT kind, (recorded_at >= \(week.current.lowerBound))::int::int8, COUNT(*),
                           SUM(value::numeric)::float8, MIN(value), MAX(value)
                    FROM measurements
                    WHERE user_id = \(user)
                      AND (recorded_at >= \(week.current.lowerBound) AND recorded_at < \(week.current.upperBound)
                           OR recorded_at >= \(week.before.lowerBound) AND recorded_at < \(week.before.upperBound))
                      AND CASE WHEN extra LIKE '%"deleted":true%'
                               THEN (extra::json -> 'deleted')::text IS DISTINCT FROM 'true' ELSE TRUE END
                    GROUP BY 1, 2
                    """)
                var totals = WeekTotals(dayCount: week.dayCount)
                for row in rows.rows {
                    let kind = MetricKind(rawValue: try row.value(0))
                    let count: Int64 = try row.value(2)
                    let total = WeekTotals.Total(
                        count: Int(count), sum: try row.value(3), least: try row.value(4), greatest: try row.value(5))
                    if try row.value(1) == Int64(1) {
                        totals.current[kind] = total
                    } else {
                        totals.before[kind] = total
                    }
                }
                return totals
            }
        }
    }

    /// Locks the user's row, so that two servers don't claim one question, or one more than the limit.
    package func claimInsight(
        _ question: String, user: UUID, now: Timestamp, until: Timestamp, limit: Int
    ) async throws -> InsightClaim {
        try await withSyncStoreErrors {
            try await pool.transaction { connection in
                guard try connection.query("SELECT id FROM users WHERE id = \(user) FOR NO KEY UPDATE").count == 1
                else { throw SyncStoreError.unknownUser }
                try connection.query("DELETE FROM insights WHERE user_id = \(user) AND until <= \(now)")
                let rows = try connection.query(
                    "SELECT state, insight FROM insights WHERE user_id = \(user) AND question = \(question)")
                if let row = rows.first {
                    let state: String = try row.value(0)
                    return state == InsightClaim.State.answered.rawValue ? .answered(try row.valueIfPresent(1)) : .taken
                }
                let kept: Int64? = try connection.query("SELECT COUNT(*) FROM insights WHERE user_id = \(user)")
                    .first?.value(0)
                guard let kept, kept < limit else { return .exhausted }
                try connection.query(
                    """
                    INSERT INTO insights (user_id, question, state, until)
                    VALUES (\(user), \(question), \(InsightClaim.State.asked.rawValue), \(until))
                    """)
                return .granted
            }
        }
    }

    package func keepInsight(_ text: String?, for question: String, user: UUID, until: Timestamp) async throws {
        try await withSyncStoreErrors {
            try await pool.withConnection { connection in
                _ = try connection.query(
                    """
                    UPDATE insights SET state = \(InsightClaim.State.answered.rawValue), insight = \(text), until = \(until)
                    WHERE user_id = \(user) AND question = \(question)
                    """)
            }
        }
    }

    package func keptInsights(of user: UUID) async throws -> [String] {
        try await withSyncStoreErrors {
            try await pool.withConnection { connection in
                guard try connection.hasInsightTable() else { return [] }
                return try connection.query(
                    "SELECT insight FROM insights WHERE user_id = \(user) AND insight IS NOT NULL"
                ).rows.map { try $0.value(0) }
            }
        }
    }

    package func checkInsightTable() async throws {
        try await withSyncStoreErrors {
            try await pool.withConnection { connection in
                guard try connection.hasInsightTable() else {
                    throw SyncStoreError.unusable(
                        "The database has no table for weekly insights; run `vitals-server migrate`.")
                }
            }
        }
    }
}

extension PostgresConnection {
    /// False in a database that was migrated by a server from before insights.
    fileprivate func hasInsightTable() throws -> Bool {
        try query("SELECT 1::int8 WHERE to_regclass('insights') IS NOT NULL").count > 0
    }
}
