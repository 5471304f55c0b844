package import Vitals

package import struct Foundation.UUID

/// A push to a memory store, as a feature sees it.
package final class MemoryPush {
    package let records: [UUID: Vitals.Measurement]
    package var notes: [UUID: OverwrittenVersions]

    fileprivate init(records: [UUID: Vitals.Measurement], notes: [UUID: OverwrittenVersions]) {
        self.records = records
        self.notes = notes
    }
}

/// A store that lives as long as the process. It serves tests and simulations, and it is the shortest statement of the
/// rules that the databases keep.
package actor MemorySyncStore: SyncStore {
    /// Everything that a database would hold, so that a test can go back to it later.
    package struct Snapshot: Sendable {
        fileprivate var tokens: [String: UUID]
        fileprivate var tables: [UUID: UserTables]
        fileprivate var lastSeq: Int64 = 0
    }

    fileprivate struct UserTables: Sendable {
        var records: [UUID: StoredRecord] = [:]
        var log: [Int64: LogEntry] = [:]
        var lastSeq: Int64?
        /// Notes of a feature about the records.
        var notes: [UUID: OverwrittenVersions] = [:]
        /// Receipts of log rows that a feature removed.
        var removedReceipts: Set<Receipt> = []

        var head: LogEntry? { lastSeq.flatMap { log[$0] } }
    }

    fileprivate struct StoredRecord: Sendable {
        var measurement: Vitals.Measurement
        var seq: Int64
    }

    private var state = Snapshot(
        tokens: [DevelopmentUser.token: DevelopmentUser.id], tables: [DevelopmentUser.id: UserTables()])
    private let usesNaiveGuard: Bool
    nonisolated let pushHooks: [PushHook<MemoryPush>]
    /// Increases with every written row and, unlike `state`, never goes back: a restored server writes new times, and so
    /// new tags. A random number would do the same, and no history could be repeated.
    private var ticks: Int64 = 0

    /// - Parameter usesNaiveGuard: compare versions alone, as the protocol's first draft does. Only for the tests that
    ///   show how two phones with equal versions then never converge.
    package init(usesNaiveGuard: Bool = false, pushHooks: [PushHook<MemoryPush>] = []) {
        self.usesNaiveGuard = usesNaiveGuard
        self.pushHooks = pushHooks
    }

    // MARK: Fault injection

    package func snapshot() -> Snapshot { state }

    /// Restores an old backup. The devices aren't informed.
    package func restore(_ snapshot: Snapshot) { state = snapshot }

    /// Loses every record and its log, but keeps the users.
    package func wipe() {
        state.tables = state.tables.mapValues { _ in UserTables() }
        state.lastSeq = 0
    }

    // MARK: Records

    package func push(
        _ batch: PushBatch, user: UUID, receipt: Receipt?
    ) throws -> PushOutcome {
        var tables = try tables(of: user, receipt: receipt)
        var outcome = PushOutcome()
        let transaction = MemoryPush(records: tables.records.mapValues(\.measurement), notes: tables.notes)
        let afterWrite = try pushHooks.beforeWrite(batch, user, transaction)
        for record in batch.records {
            let stored = tables.records[record.id]
            if let stored, !replaces(record, stored.measurement) {
                if stored.measurement == record {
                    outcome.unchangedIDs.append(record.id)
                } else {
                    try outcome.addStale(stored.measurement)
                }
                continue
            }
            state.lastSeq += 1
            ticks += 1
            let entry = LogEntry(seq: state.lastSeq, recordID: record.id, version: record.version, appliedAt: ticks)
            tables.records[record.id] = StoredRecord(measurement: record, seq: entry.seq)
            tables.log[entry.seq] = entry
            tables.lastSeq = entry.seq
            outcome.acceptedIDs.append(record.id)
        }
        outcome.head = tables.head
        try afterWrite(&outcome)
        tables.notes = transaction.notes
        state.tables[user] = tables
        return outcome
    }

    package func pull(
        user: UUID, cursor: Int64, through: Int64?, limit: Int, receipt: Receipt?
    ) throws -> PullOutcome {
        let tables = try tables(of: user, receipt: receipt)
        var piece = PieceBudget()
        let page = tables.records.values
            .filter { $0.seq > cursor && $0.seq <= through ?? .max }
            .sorted { $0.seq < $1.seq }
            .prefix(limit)
            .prefix { piece.admits($0.measurement) }
        let nextCursor = page.last?.seq ?? cursor
        return PullOutcome(
            records: page.map(\.measurement), nextCursor: nextCursor, head: tables.head)
    }

    package func recordSizes(user: UUID, cursor: Int64, through: Int64?, limit: Int) throws -> [RecordSize] {
        try tables(of: user, receipt: nil).records.values
            .filter { $0.seq > cursor && $0.seq <= through ?? .max }
            .sorted { $0.seq < $1.seq }
            .prefix(limit)
            .map { RecordSize(seq: $0.seq, extraBytes: $0.measurement.extra.text.utf8.count) }
    }

    package func head(user: UUID, receipt: Receipt?) throws -> LogEntry? {
        try tables(of: user, receipt: receipt).head
    }

    /// The notes of a feature about these records.
    package func notes(_ ids: [UUID], user: UUID) -> [UUID: OverwrittenVersions] {
        let notes = state.tables[user]?.notes ?? [:]
        return notes.filter { ids.contains($0.key) }
    }

    /// The log row of this user at `seq`; nil where there is none.
    package func logEntry(user: UUID, seq: Int64) -> LogEntry? { state.tables[user]?.log[seq] }

    /// The numbers of the log rows whose records were written again since, in order.
    package func supersededSeqs(of user: UUID) -> [Int64] {
        guard let tables = state.tables[user] else { return [] }
        let current = Set(tables.records.values.map(\.seq))
        return tables.log.keys.filter { !current.contains($0) }.sorted()
    }

    /// Removes log rows for a feature, and keeps their receipts.
    package func removeLogRows(_ seqs: [Int64], of user: UUID) {
        for seq in seqs {
            guard let entry = state.tables[user]?.log.removeValue(forKey: seq) else { continue }
            state.tables[user]?.removedReceipts.insert(Receipt(entry))
        }
    }

    /// True if `removeLogRows` removed the row that this receipt names.
    package func isRemoved(_ receipt: Receipt, of user: UUID) -> Bool {
        state.tables[user]?.removedReceipts.contains(receipt) ?? false
    }

    // @show naive-guard
    private func replaces(_ record: Vitals.Measurement, _ stored: Vitals.Measurement) -> Bool {
        usesNaiveGuard ? stored.version < record.version : record.beats(stored)
    }
    // @end

    private func tables(of user: UUID, receipt: Receipt?) throws -> UserTables {
        guard let tables = state.tables[user] else { throw SyncStoreError.unknownUser }
        if let receipt, tables.log[receipt.seq].map(Receipt.init) != receipt { throw SyncStoreError.historyLost }
        return tables
    }

    // MARK: Users

    package func user(token: String) -> UUID? { state.tokens[token] }

    package func addUser(token: String) throws -> UUID {
        guard state.tokens[token] == nil else { throw SyncStoreError.tokenTaken }
        let id = UUID()
        state.tokens[token] = id
        state.tables[id] = UserTables()
        return id
    }

    package func users() -> [UserSummary] {
        state.tables.map { UserSummary(id: $0, recordCount: $1.records.count) }
            .sorted { $0.id.lowercased < $1.id.lowercased }
    }

    package func deleteUser(_ id: UUID, ifEmpty: Bool) throws -> Bool {
        if ifEmpty, state.tables[id]?.records.isEmpty == false { throw SyncStoreError.hasRecords }
        state.tokens = state.tokens.filter { $0.value != id }
        return state.tables.removeValue(forKey: id) != nil
    }

    package func checkReadiness() {}

    package func close() {}
}
