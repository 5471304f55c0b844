import Vitals

package import struct Foundation.UUID

extension PostgresSyncStore {
    package func weekValues(of user: UUID, in week: InsightWeek) async throws -> WeekValues? {
        let kinds = MetricKind.addedUp.map(\.rawValue)
        return try await withSyncStoreErrors {
            try await withConnection(forPullOf: user) { connection in
                let rows = try connection.query(
                    """
                    SELECT kind, value, recorded_at,
                           CASE WHEN octet_length(extra) <= \(Int64(SampleOrigin.maximumMembersSizeBytes))
                                THEN extra ELSE '' END
                    FROM measurements
                    WHERE user_id = \(user)
                      AND recorded_at >= \(week.reach.lowerBound) AND recorded_at < \(week.reach.upperBound)
                      AND kind IN (\(kinds[0]), \(kinds[1]), \(kinds[2]))
                      AND CASE WHEN extra LIKE '%"deleted":true%'
                               THEN (extra::json -> 'deleted')::text IS DISTINCT FROM 'true' ELSE TRUE END
                    LIMIT \(Int64(InsightWeek.maximumValues + 1))
                    """)
                guard rows.count <= InsightWeek.maximumValues else { return nil }
                var values: WeekValues = [:]
                for row in rows.rows {
                    let extra: String = try row.value(3)
                    values[MetricKind(rawValue: try row.value(0)), default: []].append(
                        (try row.value(1), try row.value(2), SampleOrigin(UnknownMembers(unchecked: extra))))
                }
                return values
            }
        }
    }
}
