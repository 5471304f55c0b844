import Synchronization

package import struct Foundation.UUID

/// The kinds of things that have a log of their own, with its own numbers.
package enum ChangeKind: String, CaseIterable, Sendable {
    case measurements, entities
}

/// One of a user's logs.
package struct UserLog: Hashable, Sendable {
    package var user: UUID
    package var kind: ChangeKind

    package init(_ user: UUID, _ kind: ChangeKind = .measurements) {
        self.user = user
        self.kind = kind
    }
}

/// A push that changed something of a user's, after its commit.
package struct RecordsChange: Hashable, Sendable {
    package var user: UUID
    package var kind: ChangeKind
    /// The number of the push's last row in the log of that kind.
    package var seq: Int64
    /// The hash of the token that pushed; nil where it isn't known, as for a push of the server's own.
    package var origin: SecretHash?

    package init(user: UUID, kind: ChangeKind = .measurements, seq: Int64, origin: SecretHash?) {
        self.user = user
        self.kind = kind
        self.seq = seq
        self.origin = origin
    }
}

/// Learns of pushes that changed something.
package protocol ChangeListener: Sendable {
    /// Called after the commit, before the response to the push: it must not wait.
    func didChange(_ change: RecordsChange)
}

/// Hands each change to all that listen.
package final class ChangeFeed: ChangeListener {
    private let listeners = Mutex<[any ChangeListener]>([])

    package init() {}

    package func add(_ listener: any ChangeListener) { listeners.withLock { $0.append(listener) } }

    package func didChange(_ change: RecordsChange) {
        for listener in listeners.withLock({ $0 }) { listener.didChange(change) }
    }
}

/// A store with more logs than that of the measurements.
package protocol FurtherLogs: Sendable {
    /// The number of the last row of each of the user's other logs, without those that are empty.
    func furtherHeads(of user: UUID) async throws -> [ChangeKind: Int64]
}
