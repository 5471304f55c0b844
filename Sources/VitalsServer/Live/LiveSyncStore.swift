package import Vitals

package import struct Foundation.UUID

/// A store that reports each push that changed something. Everything else goes to the base store unchanged.
package struct LiveSyncStore: SyncStore {
    private let base: any SyncStore
    private let feed: ChangeFeed

    package init(_ base: any SyncStore, feed: ChangeFeed = ChangeFeed()) {
        self.base = base
        self.feed = feed
    }

    package var abilities: StoreAbilities {
        var abilities = base.abilities
        abilities.changes = feed
        return abilities
    }

    package func push(_ records: PushBatch, user: UUID, receipt: Receipt?) async throws -> PushOutcome {
        let outcome = try await base.push(records, user: user, receipt: receipt)
        if !outcome.acceptedIDs.isEmpty, let head = outcome.head {
            feed.didChange(RecordsChange(user: user, seq: head.seq, origin: RequestOrigin.token))
        }
        return outcome
    }

    package func user(token: String) async throws -> UUID? { try await base.user(token: token) }

    package func pull(
        user: UUID, cursor: Int64, through: Int64?, limit: Int, receipt: Receipt?
    ) async throws -> PullOutcome {
        try await base.pull(user: user, cursor: cursor, through: through, limit: limit, receipt: receipt)
    }

    package func recordSizes(
        user: UUID, cursor: Int64, through: Int64?, limit: Int
    ) async throws -> [RecordSize] {
        try await base.recordSizes(user: user, cursor: cursor, through: through, limit: limit)
    }

    package func head(user: UUID, receipt: Receipt?) async throws -> LogEntry? {
        try await base.head(user: user, receipt: receipt)
    }

    package func addUser(token: String) async throws -> UUID { try await base.addUser(token: token) }

    package func users() async throws -> [UserSummary] { try await base.users() }

    package func deleteUser(_ id: UUID, ifEmpty: Bool) async throws -> Bool {
        try await base.deleteUser(id, ifEmpty: ifEmpty)
    }

    package func checkReadiness() async throws { try await base.checkReadiness() }

    package func close() async throws { try await base.close() }
}
