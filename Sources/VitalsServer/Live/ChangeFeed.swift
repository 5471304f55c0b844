import Synchronization

package import struct Foundation.UUID

/// A push that changed records of a user, after its commit.
package struct RecordsChange: Hashable, Sendable {
    package var user: UUID
    /// The number of the push's last log row.
    package var seq: Int64
    /// The hash of the token that pushed; nil where it isn't known, as for a push of the server's own.
    package var origin: SecretHash?

    package init(user: UUID, seq: Int64, origin: SecretHash?) {
        self.user = user
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
