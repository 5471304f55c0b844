import Vitals

import struct Foundation.UUID

/// Abilities of a store beyond the sync protocol. Each is nil in a store without it.
package struct StoreAbilities: Sendable {
    // @from 15
    /// Codes and tokens of paired devices.
    package var pairing: (any PairingStore)?
    // @end
    /// Notes of overwritten versions.
    package var overwritten: (any OverwrittenStore)?
    // @from 17
    /// The log, where superseded rows can be removed from it.
    package var compacting: (any CompactingStore)?
    // @end

    // @from 19
    /// The totals of a week, and what was written of them.
    package var insights: (any InsightStore)?
    // @end
    // @from 20
    /// Access tokens of paired devices.
    package var sessions: (any AccessTokenStore)?
    // @end

    // @from 20
    /// Reports each push that changed something.
    package var changes: ChangeFeed?
    /// Word of changes for other servers on the same database.
    package var broadcast: (any ChangeBroadcasting)?
    /// Browsers that want to be woken.
    package var webPush: (any PushSubscriptionStore)?
    /// The connections to the database, where there is a pool of them.
    package var pool: (any PooledStore)?
    // @end

    /// The abilities of chapters that a kind of store has by itself.
    package init(of store: any SyncStore) {
        // @from 20
        broadcast = store as? any ChangeBroadcasting
        webPush = store as? any PushSubscriptionStore
        pool = store as? any PooledStore
        // @end
        // @from 19
        insights = store as? any InsightStore
        // @end
    }

    /// Further members of the export of a person, from the tables of chapters; none where there's nothing of them.
    func exportedMembers(of user: UUID) async throws -> [JSONValue.Member] {
        let members: [(name: String, texts: [String])] = [
            // @from 19
            ("insights", try await insights?.keptInsights(of: user) ?? []),
            // @end
            // @from 20
            ("pushServices", try await webPush?.pushServices(of: user) ?? []),
            // @end
        ]
        return members.filter { !$0.texts.isEmpty }.map { .init($0.name, .array($0.texts.map { .string($0) })) }
    }
}
