import Vitals

import struct Foundation.UUID

/// The tables of one user inside a push's transaction.
protocol NoteTables {
    /// The records that are stored under these ids.
    func stored(_ ids: [UUID]) throws -> [Vitals.Measurement]

    func notes(_ ids: [UUID]) throws -> [UUID: OverwrittenVersions]

    func setNotes(_ notes: [UUID: OverwrittenVersions]) throws
}

/// One push, as it changes the notes.
///
/// 1. A record that replaces another one than the version it was edited from notes that one: its author hasn't been seen.
///    Only its number and digest are noted, never its content.
/// 2. Notes pass to later versions of a record.
/// 3. When a deletion is accepted, the notes collapse into the greatest version among them.
/// 4. A record that the device named no version for notes nothing.
struct OverwrittenNotes {
    /// The table that a store keeps the notes in.
    static let table = "overwritten"

    private let batch: PushBatch
    private let tables: any NoteTables
    /// The records that may be replaced, as they were before the push.
    private let before: [UUID: Vitals.Measurement]

    init(_ batch: PushBatch, _ tables: any NoteTables) throws {
        self.batch = batch
        self.tables = tables
        let ids = batch.records.map(\.id).filter { batch.origins[$0] != nil }
        before = Dictionary(
            try (ids.isEmpty ? [] : tables.stored(ids)).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Notes what the accepted records have overwritten, and adds the notes of the stale ones to the response.
    func finish(_ outcome: inout PushOutcome) throws {
        let accepted = Set(outcome.acceptedIDs)
        var changed: [UUID: OverwrittenVersions] = [:]
        let known = try tables.notes(batch.records.map(\.id))
        for record in batch.records where accepted.contains(record.id) {
            let notes = notes(of: record, known[record.id] ?? OverwrittenVersions())
            if notes != known[record.id] ?? OverwrittenVersions() { changed[record.id] = notes }
        }
        if !changed.isEmpty { try tables.setNotes(changed) }
        for stale in outcome.stale { outcome.overwritten[stale.id] = known[stale.id] }
    }

    /// The notes of an accepted record, made from those of the version that it replaces.
    private func notes(of record: Vitals.Measurement, _ known: OverwrittenVersions) -> OverwrittenVersions {
        // @write 17 overwritten-notes
        var notes = known
        if let replaced = before[record.id].map(RecordVersion.init), let origin = batch.origins[record.id],
            replaced != origin
        {
            notes.insert(replaced)
        }
        if record.isDeleted { notes.collapse() }
        return notes
        // @starter
        //| // Note what this record replaces unseen, and leave only a number where it is a deletion.
        //| return known
        // @end
    }
}

extension PushHook {
    /// Keeps notes of overwritten versions in the tables of a transaction.
    static func notes(in tables: @escaping @Sendable (Transaction, UUID) -> any NoteTables) -> PushHook {
        PushHook(table: OverwrittenNotes.table) { batch, user, transaction in
            let notes = try OverwrittenNotes(batch, tables(transaction, user))
            return { try notes.finish(&$0) }
        }
    }
}
