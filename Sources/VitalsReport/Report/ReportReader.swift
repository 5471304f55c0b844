import Crypto
import Foundation
import GRDB
import Vitals
import VitalsEntities

/// Reads what a report has from the tables of a device. Those of features may be missing.
struct ReportReader {
    let database: Database
    /// The table or view of the records that a person sees.
    let shownRecords: String

    // MARK: Names

    /// A kind that this build knows. Another one's name could be anything.
    private static func kind(_ name: String) -> String {
        MetricKind.known.contains(MetricKind(rawValue: name)) ? name : "other"
    }

    private static func entityType(_ name: String) -> String { EntityTypes.builtIn[name] == nil ? "other" : name }

    // MARK: Positions

    func positions(_ state: SyncState) throws -> [Report.Position] {
        var positions = [
            Report.Position(
                log: "records", cursor: state.cursor, receiptDigest: state.receipt.map { Self.digest($0.description) })
        ]
        if try database.tableExists("entity_state") {
            positions.append(
                .init(
                    log: "entities",
                    cursor: try Int64.fetchOne(database, sql: "SELECT min(cursor) FROM entity_cursor") ?? 0,
                    receiptDigest: try digest("SELECT receipt FROM entity_state")))
        }
        if try database.tableExists("sample_state") {
            positions.append(
                .init(log: "samples", cursor: nil, receiptDigest: try digest("SELECT receipt FROM sample_state")))
        }
        return positions
    }

    private func digest(_ sql: String) throws -> String? {
        try String.fetchOne(database, sql: sql).map { Self.digest($0) }
    }

    private static func digest(_ receipt: String) -> String {
        SHA256.hash(data: Data(receipt.utf8)).prefix(4).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
            .joined()
    }

    func deviceCount() throws -> Int? { try Int.fetchOne(database, sql: "SELECT device_count FROM report_state") }

    // MARK: Counts

    func counts() throws -> [Report.Count] {
        var rows = try sums("records", "SELECT kind, count(*) FROM \(shownRecords) GROUP BY kind", Self.kind)
        if try database.tableExists("entity_view") {
            rows += try sums("entities", "SELECT type, count(*) FROM entity_view GROUP BY type", Self.entityType)
        }
        if try database.tableExists("sample") {
            rows += try sums(
                "samples",
                "SELECT type, count(*) FROM sample JOIN sample_series USING (series) WHERE gone = 0 GROUP BY type",
                ReportWord.sampleType)
        }
        return rows
    }

    /// The counts of a query with the columns name and count, by the name that a report has for it.
    private func sums(_ what: String, _ sql: String, _ name: (String) -> String) throws -> [Report.Count] {
        let rows = try Row.fetchAll(database, sql: sql)
        let sums = Dictionary(rows.map { (name($0[0]), $0[1] as Int) }, uniquingKeysWith: +)
        return sums.sorted { $0.key < $1.key }.map { Report.Count(what: what, kind: $0, count: $1) }
    }

    // MARK: What waits

    /// Records and commands that wait for the server, by sort and kind.
    func waiting(exchanges: [Exchange]) throws -> [Report.Waiting] {
        let isDeletion = "json_type(nullif(extra, ''), '$.deleted') IS 'true'"
        let dirty = "SELECT kind, count(*), min(updated_at) FROM measurement WHERE dirty = 1 AND"
        var all = try waits("records", "\(dirty) NOT \(isDeletion) GROUP BY kind", Self.kind)
        all += try waits("deletions", "\(dirty) \(isDeletion) GROUP BY kind", Self.kind)
        if try database.tableExists("entity_outbox") {
            all += try waits(
                "commands",
                "SELECT type, count(*), min(updated_at) FROM entity_outbox WHERE seq IS NULL GROUP BY type",
                Self.entityType)
        }
        if try database.tableExists("sample") {
            all += try waits(
                "samples",
                """
                SELECT type, count(*), NULL FROM sample JOIN sample_series USING (series)
                WHERE state = 0 AND gone = 0 GROUP BY type
                """, ReportWord.sampleType)
            let deletions = "SELECT 'all', count(*), NULL FROM sample_deletion WHERE state = 0 HAVING count(*) > 0"
            all += try waits("sample deletions", deletions) { $0 }
        }
        return all.map { each in
            var each = each
            each.failedTries = Self.failedTries(of: each, in: exchanges)
            return each
        }
    }

    private func waits(_ what: String, _ sql: String, _ name: (String) -> String) throws -> [Report.Waiting] {
        var found: [String: Report.Waiting] = [:]
        for row in try Row.fetchAll(database, sql: sql) {
            let kind = name(row[0])
            let since = (row[2] as Int64?).map { Timestamp(clamping: $0) }
            var sum = found[kind] ?? .init(what: what, kind: kind, count: 0, since: since, failedTries: 0)
            sum.count += row[1] as Int
            sum.since = [sum.since, since].compactMap(\.self).min()
            found[kind] = sum
        }
        return found.values.sorted { $0.kind < $1.kind }
    }

    /// The requests of a sync that failed on the way of what waits: its own, and those that a sync sends before. They count from the
    /// moment since when it waits, and since its own route worked last.
    private static func failedTries(of waiting: Report.Waiting, in exchanges: [Exchange]) -> Int {
        let own = routes[waiting.what] ?? ""
        return exchanges.lazy.filter { $0.at >= waiting.since ?? .min }
            .prefix { $0.route != own || !$0.hasSucceeded }
            .count { !$0.hasSucceeded && ($0.route == own || before.contains($0.route)) }
    }

    private static let routes = [
        "records": "POST /sync/push", "deletions": "POST /sync/push", "commands": "POST /entities/push",
        "samples": "POST /health/samples", "sample deletions": "POST /health/samples/deletions",
    ]
    /// Nothing else is sent in a sync in which one of these has failed for good.
    private static let before: Set = ["GET /sync/pull", "POST /sync/push"]

    // MARK: What was refused

    func refused() throws -> [Report.Refused] {
        var all = try refusals(
            "records", "SELECT kind, code, count(*), max(rejected_at) FROM rejected GROUP BY kind, code", Self.kind)
        if try database.tableExists("entity_dead") {
            all += try refusals(
                "commands", "SELECT type, code, count(*), max(rejected_at) FROM entity_dead GROUP BY type, code",
                Self.entityType)
        }
        if try database.tableExists("sample_rejection") {
            all += try refusals(
                "samples",
                """
                SELECT type, code, count(*), NULL FROM sample_rejection
                JOIN sample USING (id) JOIN sample_series USING (series) GROUP BY type, code
                """, ReportWord.sampleType)
        }
        return all
    }

    private func refusals(_ what: String, _ sql: String, _ name: (String) -> String) throws -> [Report.Refused] {
        var found: [[String]: Report.Refused] = [:]
        for row in try Row.fetchAll(database, sql: sql) {
            let (kind, code) = (name(row[0]), ReportWord.code(row[1]))
            let last = (row[3] as Int64?).map { Timestamp(clamping: $0) }
            var sum = found[[kind, code]] ?? .init(what: what, kind: kind, code: code, count: 0, last: last)
            sum.count += row[2] as Int
            sum.last = [sum.last, last].compactMap(\.self).max()
            found[[kind, code]] = sum
        }
        return found.values.sorted { ($0.kind, $0.code) < ($1.kind, $1.code) }
    }
}
