package import Foundation
import GRDB
import Vitals

extension SQLiteSyncStore {
    package func weekValues(of user: UUID, in week: InsightWeek) async throws -> WeekValues? {
        try await read { db in
            let rows = try Row.fetchCursor(
                db,
                sql: """
                    SELECT kind, value, recorded_at, CASE WHEN length(extra) <= ? THEN extra ELSE '' END
                    FROM measurements
                    WHERE user_id = ? AND recorded_at >= ? AND recorded_at < ? AND kind IN (?, ?, ?)
                      AND json_type(nullif(extra, ''), '$.deleted') IS NOT 'true'
                    LIMIT ?
                    """,
                arguments: [
                    SampleOrigin.maximumMembersSizeBytes, user.lowercased,
                    week.reach.lowerBound.millisecondsSinceEpoch, week.reach.upperBound.millisecondsSinceEpoch,
                ] + StatementArguments(MetricKind.addedUp.map(\.rawValue)) + [InsightWeek.maximumValues + 1])
            var values: WeekValues = [:]
            var count = 0
            while let row = try rows.next() {
                count += 1
                guard count <= InsightWeek.maximumValues else { return nil }
                values[MetricKind(rawValue: row[0]), default: []].append(
                    (row[1], Timestamp(clamping: row[2]), SampleOrigin(UnknownMembers(unchecked: row[3]))))
            }
            return values
        }
    }
}
