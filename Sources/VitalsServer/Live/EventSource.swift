import Vitals

package import struct Foundation.UUID

/// Reads from the store what an event needs.
package struct EventSource: Sendable {
    let store: any SyncStore
    /// The notes of overwritten versions; nil where responses have none.
    let overwritten: (any OverwrittenStore)?

    package init(store: any SyncStore, overwritten: (any OverwrittenStore)?) {
        self.store = store
        self.overwritten = overwritten
    }

    /// The event for a part of a user's log.
    package func event(user: UUID, after seq: Int64, through: Int64) async throws -> EventMessage {
        // @write 20 make-event
        let limit = EventMessage.maximumRecordCount
        let page = try await store.pull(user: user, cursor: seq, through: through, limit: limit + 1, receipt: nil)
        // With one record missing, "here are the changes" would be a lie: the client must pull.
        guard page.records.count <= limit, !page.records.isEmpty else { return .measurements(through) }
        let notes = try await overwritten?.overwritten(page.records.map(\.id), user: user) ?? [:]
        var event = EventMessage.measurements(through)
        event.page = EventMessage.page(of: page.records, overwritten: OverwrittenText(notes))
        return event
        // @starter
        //| throw notWritten(20, "read what is new in the log, and put it into the event if it's little")
        // @end
    }

    /// Those of the tokens that are still this user's.
    func usable(_ tokens: Set<String>, of user: UUID) async throws -> Set<String> {
        var usable: Set<String> = []
        for token in tokens where try await store.user(token: token) == user { usable.insert(token) }
        return usable
    }
}
