package import Vitals

package import struct Foundation.UUID

/// A store whose receipts may name log rows that a compaction removed. Everything else goes to the base store unchanged.
///
/// Where the base store throws `historyLost`, the receipt of the user's last log row takes the place of a compacted one.
/// The base store checks that one in the transaction of the call itself. A history that has this row has everything
/// below it too, so a backup that is restored in between is still noticed.
package struct CompactedSyncStore: ForwardingSyncStore {
    package let base: any SyncStore
    private let compacted: any CompactingStore

    package init(_ base: any SyncStore, compacted: any CompactingStore) {
        self.base = base
        self.compacted = compacted
    }

    package func ability<Ability>(_ type: Ability.Type) -> Ability? {
        type == (any CompactingStore).self ? compacted as? Ability : base.ability(type)
    }

    package func push(_ records: PushBatch, user: UUID, receipt: Receipt?) async throws -> PushOutcome {
        try await withReceipt(receipt, of: user) { try await base.push(records, user: user, receipt: $0) }
    }

    package func pull(
        user: UUID, cursor: Int64, through: Int64?, limit: Int, receipt: Receipt?
    ) async throws -> PullOutcome {
        try await withReceipt(receipt, of: user) {
            try await base.pull(user: user, cursor: cursor, through: through, limit: limit, receipt: $0)
        }
    }

    package func head(user: UUID, receipt: Receipt?) async throws -> LogEntry? {
        try await withReceipt(receipt, of: user) { try await base.head(user: user, receipt: $0) }
    }

    private func withReceipt<Value>(
        _ receipt: Receipt?, of user: UUID, _ call: (Receipt?) async throws -> Value
    ) async throws -> Value {
        // The last row may be superseded and compacted between the lookup and the call; then the next try finds another.
        for _ in 0..<Self.attemptCount {
            do {
                return try await call(receipt)
            } catch SyncStoreError.historyLost {
                guard let receipt, let last = try await compacted.standIn(for: receipt, of: user) else {
                    throw SyncStoreError.historyLost
                }
                do { return try await call(last) } catch SyncStoreError.historyLost { continue }
            }
        }
        throw SyncStoreError.busy("The log is being compacted; try again.")
    }

    private static let attemptCount = 3

    /// Erases the user from the files too. That happens even if there is no such user, so that a deletion whose second
    /// half failed can be repeated.
    package func deleteUser(_ id: UUID, ifEmpty: Bool) async throws -> Bool {
        let isDeleted = try await base.deleteUser(id, ifEmpty: ifEmpty)
        if isDeleted || !ifEmpty { try await compacted.eraseRemains() }
        return isDeleted
    }
}
