public import Foundation
import GRDB

// The samples of a health source, and which of them were deleted there. With chapter 17, a deletion noted here becomes a
// deletion of the sample's record; without it, the note only waits.

/// A sample, and the record that was created from it.
public struct HealthSampleLink: Hashable, Sendable {
    /// The source's own id of the sample. It isn't the record's id, which is computed from the sample's content.
    public let sample: UUID
    /// The id of the record.
    public let record: UUID

    /// Creates a link.
    public init(sample: UUID, record: UUID) {
        self.sample = sample
        self.record = record
    }
}

/// A sample that the person deleted at its source.
public struct HealthDeletion: Hashable, Sendable {
    /// The source's own id of the sample.
    public let sample: UUID
    /// The record that was created from it; nil when there is none.
    public let record: UUID?
    /// The time when this device noted the deletion.
    public let notedAt: Timestamp
}

extension MeasurementStore {
    /// Stores which records samples became, and which samples were deleted. Storing the same again changes nothing.
    ///
    /// Call it before the batch is stored: after a crash in between, the source reports the batch again.
    public func noteHealthSamples(_ links: [HealthSampleLink], deleted: [UUID]) throws {
        guard !links.isEmpty || !deleted.isEmpty else { return }
        try write { try $0.noteHealthSamples(links, deleted: deleted) }
    }

    /// The samples that were deleted at their source, in the order in which the deletions were noted.
    public func healthDeletions() throws -> [HealthDeletion] {
        try read { database in
            guard try database.tableExists("health_deletion") else { return [] }
            return try Row.fetchAll(
                database,
                sql: """
                    SELECT sample, record, noted_at FROM health_deletion LEFT JOIN health_sample USING (sample)
                    ORDER BY noted_at, sample
                    """
            ).compactMap { row in
                guard let sample = UUID(uuidString: row["sample"]) else { return nil }
                return HealthDeletion(
                    sample: sample, record: (row["record"] as String?).flatMap(UUID.init(uuidString:)),
                    notedAt: Timestamp(clamping: row["noted_at"]))
            }
        }
    }
}

extension RecordTables {
    /// Stores the same in a transaction that stores the batch, too.
    package func noteHealthSamples(_ links: [HealthSampleLink], deleted: [UUID]) throws {
        guard !links.isEmpty || !deleted.isEmpty else { return }
        try makeHealthTables()
        for link in links {
            try execute(
                "INSERT OR REPLACE INTO health_sample (sample, record) VALUES (?, ?)",
                [link.sample.lowercased, link.record.lowercased])
        }
        for sample in deleted {
            try execute(
                "INSERT OR IGNORE INTO health_deletion (sample, noted_at) VALUES (?, ?)",
                [sample.lowercased, clock().millisecondsSinceEpoch])
        }
    }

    /// Creates the tables when they are first needed. A store that never meets such a source, or was created by an
    /// older build, works without them.
    private func makeHealthTables() throws {
        try database.execute(
            sql: """
                CREATE TABLE IF NOT EXISTS health_sample (
                  sample TEXT NOT NULL PRIMARY KEY,
                  record TEXT NOT NULL
                ) WITHOUT ROWID;
                CREATE TABLE IF NOT EXISTS health_deletion (
                  sample   TEXT    NOT NULL PRIMARY KEY,
                  noted_at INTEGER NOT NULL
                ) WITHOUT ROWID;
                """)
    }
}
