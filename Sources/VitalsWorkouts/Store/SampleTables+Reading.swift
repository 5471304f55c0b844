import Foundation
import GRDB
package import Vitals

/// Counts of a phone's samples.
package struct SampleCounts: Hashable, Sendable {
    /// All that are here.
    package var total = 0
    /// Those that wait to be sent, or are being sent.
    package var pending = 0
    package var uploaded = 0
    package var rejected = 0
    /// Deletions that the server doesn't know yet.
    package var deletionsPending = 0

    package init() {}
}

/// The samples of a type on this phone.
package struct SampleTypeSummary: Hashable, Sendable {
    package let type: String
    package let count: Int
    package let first: Timestamp
    package let last: Timestamp
    /// The sources, those with most first.
    package let sources: [Source]

    package struct Source: Hashable, Sendable {
        package let name: String
        package let count: Int
        package let last: Timestamp
    }
}

/// A sample that the server won't take.
package struct RejectedSample: Hashable, Sendable {
    package let sample: Sample
    package let code: String
    package let detail: String
}

extension SampleTables {
    /// The samples that fulfil a condition.
    func samples(_ condition: String, _ arguments: StatementArguments) throws -> [Sample] {
        try Row.fetchAll(
            database.cachedStatement(
                sql: """
                    SELECT sample.id, type, value, unit, start, finish, source, device, zone
                    FROM sample JOIN sample_series USING (series) WHERE \(condition)
                    """), arguments: arguments
        ).map { try Sample($0) }
    }

    /// The samples of a type that start in a range, by start and id.
    package func list(_ type: String, from: Timestamp, to: Timestamp, limit: Int) throws -> [Sample] {
        try samples(
            "type = ? AND start >= ? AND start < ? AND gone = 0 ORDER BY start, sample.id LIMIT ?",
            [type, from.millisecondsSinceEpoch, to.millisecondsSinceEpoch, limit])
    }

    package func counts() throws -> SampleCounts {
        var counts = SampleCounts()
        for row in try Row.fetchAll(database, sql: "SELECT state, count(*) FROM sample WHERE gone = 0 GROUP BY state") {
            let count: Int = row[1]
            counts.total += count
            switch row[0] as Int {
            case 0: counts.pending = count
            case 1: counts.uploaded = count
            default: counts.rejected = count
            }
        }
        counts.deletionsPending =
            try Int.fetchOne(database, sql: "SELECT count(*) FROM sample_deletion WHERE state = 0") ?? 0
        return counts
    }

    package func summaries() throws -> [SampleTypeSummary] {
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT type, source, count(*) AS count, min(start) AS first, max(start) AS last
                FROM sample JOIN sample_series USING (series) WHERE gone = 0 GROUP BY type, source ORDER BY type, count DESC, source
                """)
        return Dictionary(grouping: rows) { $0["type"] as String }.sorted { $0.key < $1.key }.map { type, rows in
            SampleTypeSummary(
                type: type, count: rows.reduce(0) { $0 + ($1["count"] as Int) },
                first: Timestamp(clamping: rows.map { $0["first"] as Int64 }.min() ?? 0),
                last: Timestamp(clamping: rows.map { $0["last"] as Int64 }.max() ?? 0),
                sources: rows.map {
                    .init(name: $0["source"], count: $0["count"], last: Timestamp(clamping: $0["last"]))
                })
        }
    }

    // MARK: Refused

    package func rejected() throws -> [RejectedSample] {
        try Row.fetchAll(
            database,
            sql: """
                SELECT sample.id, type, value, unit, start, finish, source, device, zone, code, detail
                FROM sample_rejection JOIN sample USING (id) JOIN sample_series USING (series) ORDER BY start, sample.id
                """
        ).map { RejectedSample(sample: try Sample($0), code: $0["code"], detail: $0["detail"]) }
    }

    /// Sends the refused ones again.
    package func retryRejected() throws {
        try execute("UPDATE sample SET state = 0 WHERE state = 2")
        try execute("DELETE FROM sample_rejection")
    }

    /// Forgets the refused ones.
    package func discardRejected() throws {
        try execute("DELETE FROM sample WHERE state = 2")
        try execute("DELETE FROM sample_rejection")
    }

    // MARK: Sums

    /// The total of a type in a day: each minute counts once, whoever recorded it.
    ///
    /// The table of types says what is read, the measurements or the samples. A server may have both.
    package func total(_ type: SampleType, in day: Range<Timestamp>) throws -> Double {
        // An interval of the days before may reach into this one.
        let reach = DayTotals.maximumIntervalMilliseconds
        let from = day.lowerBound.advanced(byMilliseconds: -reach) ?? day.lowerBound
        let values: [(value: Double, recordedAt: Timestamp, origin: SampleOrigin?)]
        switch type.storage {
        case .measurement(let kind):
            let to = day.upperBound.advanced(byMilliseconds: reach) ?? day.upperBound
            values = try Row.fetchAll(
                database.cachedStatement(
                    sql: """
                        SELECT value_, recorded_at, extra FROM \(tables.features.shownRecords)
                        WHERE kind = ? AND recorded_at >= ? AND recorded_at < ?
                        """),
                arguments: [kind.rawValue, from.millisecondsSinceEpoch, to.millisecondsSinceEpoch]
            ).map { ($0[0], Timestamp(clamping: $0[1]), SampleOrigin(UnknownMembers(unchecked: $0[2]))) }
        case .sample:
            values = try list(type.name, from: from, to: day.upperBound, limit: .max).compactMap { sample in
                type.canonicalValue(sample.value, in: sample.unit).map {
                    ($0, sample.end, SampleOrigin(source: sample.source, start: sample.start))
                }
            }
        }
        return DayTotals(values: values).total(in: day)
    }

    // MARK: Keeping

    package func keepMonths() throws -> Int? {
        try Row.fetchOne(database, sql: "SELECT keep_months FROM sample_state").flatMap { $0[0] }
    }

    package func setKeepMonths(_ months: Int?) throws {
        try execute("UPDATE sample_state SET keep_months = ?", [months])
    }

    /// Removes what ended before a moment and is on the server.
    ///
    /// - Parameter limit: the most to remove in this transaction.
    /// - Returns: the number that was removed.
    package func prune(before moment: Timestamp, limit: Int) throws -> Int {
        let isSafe = rules.contains(.prunesAcknowledged) ? "state = 1" : "state < 2"
        try execute(
            """
            DELETE FROM sample WHERE number IN
              (SELECT number FROM sample WHERE \(isSafe) AND batch IS NULL AND finish < ? LIMIT ?)
            """, [moment.millisecondsSinceEpoch, limit])
        return database.changesCount
    }
}

extension Sample {
    /// Reads the columns of `SampleTables.samples`.
    init(_ row: Row) throws {
        guard let id = UUID(bytes: row["id"]) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a sample with an impossible id")
        }
        let (device, zone): (String, String) = (row["device"], row["zone"])
        self.init(
            id: id, type: row["type"], value: row["value"], unit: row["unit"], start: Timestamp(clamping: row["start"]),
            end: Timestamp(clamping: row["finish"]), source: row["source"], device: device.isEmpty ? nil : device,
            zone: zone.isEmpty ? nil : zone)
    }
}
