package import Vitals

package import struct Foundation.UUID

/// A store that reports each push that changed something. Everything else goes to the base store unchanged.
package struct LiveSyncStore: ForwardingSyncStore {
    package let base: any SyncStore
    private let feed: ChangeFeed

    package init(_ base: any SyncStore, feed: ChangeFeed = ChangeFeed()) {
        self.base = base
        self.feed = feed
    }

    package func ability<Ability>(_ type: Ability.Type) -> Ability? {
        type == ChangeFeed.self ? feed as? Ability : base.ability(type)
    }

    package func push(_ records: PushBatch, user: UUID, receipt: Receipt?) async throws -> PushOutcome {
        let outcome = try await base.push(records, user: user, receipt: receipt)
        if !outcome.acceptedIDs.isEmpty, let head = outcome.head {
            feed.didChange(RecordsChange(user: user, seq: head.seq, origin: RequestOrigin.token))
        }
        return outcome
    }
}
