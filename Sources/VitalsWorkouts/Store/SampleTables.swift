package import Foundation
import GRDB
package import Vitals

/// The statements that read and write a phone's samples within one transaction.
package struct SampleTables {
    package let tables: RecordTables
    let rules: SampleRules
    private let series = SeriesCache()

    package init(_ tables: RecordTables, rules: SampleRules = .all) {
        self.tables = tables
        self.rules = rules
    }

    var database: Database { tables.database }

    func execute(_ sql: String, _ arguments: StatementArguments = []) throws {
        try tables.execute(sql, arguments)
    }

    // MARK: Storing

    /// Stores a sample, unless it is here or was deleted.
    ///
    /// - Parameter sourceID: the source's own id of it; nil in an export, which has none. Two of the source's ids may have the same
    ///   content: then one sample stands for both, and it is gone when both are.
    /// - Returns: true if it was new here.
    @discardableResult
    package func insert(_ sample: Sample, sourceID: UUID? = nil) throws -> Bool {
        var id = sample.id
        if let sourceID {
            if try isKnown(sourceID) { return false }
            // The source has it again after it was deleted there. A deletion is final, so this is another sample.
            while try isDeleted(id) { id = SampleID.following(id) }
            try execute(
                "INSERT INTO sample_link (source_id, id) VALUES (?, ?)", [sourceID.bytes, id.bytes])
        } else if try isDeleted(id) {
            return false
        }
        try execute(
            "INSERT OR IGNORE INTO sample (id, series, value, start, finish) VALUES (?, ?, ?, ?, ?)",
            [
                id.bytes, try number(of: sample), sample.value, sample.start.millisecondsSinceEpoch,
                sample.end.millisecondsSinceEpoch,
            ])
        return database.changesCount == 1
    }

    /// True if the source's sample was read before, or deleted.
    private func isKnown(_ sourceID: UUID) throws -> Bool {
        if rules.contains(.earlyDeletions), try has("SELECT 1 FROM sample_gone WHERE source_id = ?", sourceID) {
            return true
        }
        return try has("SELECT 1 FROM sample_link WHERE source_id = ?", sourceID)
    }

    private func isDeleted(_ id: UUID) throws -> Bool {
        guard rules.contains(.finalDeletions) else { return false }
        return try has("SELECT 1 FROM sample_deletion WHERE id = ?", id)
    }

    private func has(_ sql: String, _ id: UUID) throws -> Bool {
        try Int.fetchOne(database.cachedStatement(sql: sql), arguments: [id.bytes]) != nil
    }

    // MARK: Deleting

    /// Deletes what the source has deleted, by the source's own id. The sample may still be to come.
    package func delete(sourceID: UUID) throws {
        try execute("INSERT OR IGNORE INTO sample_gone (source_id) VALUES (?)", [sourceID.bytes])
        guard
            let id = try Data.fetchOne(
                database.cachedStatement(sql: "SELECT id FROM sample_link WHERE source_id = ?"),
                arguments: [sourceID.bytes]
            ).flatMap(UUID.init(bytes:))
        else { return }
        try execute("DELETE FROM sample_link WHERE source_id = ?", [sourceID.bytes])
        if rules.contains(.countsLinks), try has("SELECT 1 FROM sample_link WHERE id = ?", id) { return }
        try bury(id)
    }

    /// Deletes a sample for good, whichever of the source's ids stand for it.
    package func delete(_ id: UUID) throws {
        try execute(
            "INSERT OR IGNORE INTO sample_gone (source_id) SELECT source_id FROM sample_link WHERE id = ?", [id.bytes])
        try execute("DELETE FROM sample_link WHERE id = ?", [id.bytes])
        try bury(id)
    }

    private func bury(_ id: UUID) throws {
        try execute("INSERT OR IGNORE INTO sample_deletion (id) VALUES (?)", [id.bytes])
        try execute("DELETE FROM sample_rejection WHERE id = ?", [id.bytes])
        try execute("UPDATE sample SET gone = 1 WHERE id = ? AND batch IS NOT NULL", [id.bytes])
        try execute("DELETE FROM sample WHERE id = ? AND batch IS NULL", [id.bytes])
    }

    // MARK: Series

    private func number(of sample: Sample) throws -> Int64 {
        let key = SeriesCache.Key(sample)
        if let known = series.last, known.key == key { return known.number }
        if let known = series.numbers[key] {
            series.last = (key, known)
            return known
        }
        let arguments: StatementArguments = [key.type, key.unit, key.source, key.device, key.zone]
        try execute(
            "INSERT OR IGNORE INTO sample_series (type, unit, source, device, zone) VALUES (?, ?, ?, ?, ?)", arguments)
        let sql =
            "SELECT series FROM sample_series WHERE type = ? AND unit = ? AND source = ? AND device = ? AND zone = ?"
        guard let number = try Int64.fetchOne(database.cachedStatement(sql: sql), arguments: arguments) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a series of samples without a number")
        }
        // A source with ever new names must not fill the memory.
        if series.numbers.count >= SeriesCache.limit { series.numbers.removeAll(keepingCapacity: true) }
        series.numbers[key] = number
        series.last = (key, number)
        return number
    }

    /// The series that this transaction has met.
    private final class SeriesCache {
        static let limit = 10_000
        var numbers: [Key: Int64] = [:]
        var last: (key: Key, number: Int64)?

        struct Key: Hashable {
            let type, unit, source, device, zone: String

            init(_ sample: Sample) {
                type = sample.type
                unit = sample.unit
                source = sample.source
                device = sample.device ?? ""
                zone = sample.zone ?? ""
            }
        }
    }
}

extension SampleID {
    /// The id of a sample with the content of one that was deleted.
    static func following(_ id: UUID) -> UUID { of([id.lowercased, "again"]) }
}

extension UUID {
    /// The sixteen bytes, as the tables of samples keep an id.
    package var bytes: Data { withUnsafeBytes(of: uuid) { Data($0) } }

    /// Reads sixteen bytes; nil for another number of them.
    package init?(bytes: Data) {
        guard bytes.count == 16 else { return nil }
        self = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
