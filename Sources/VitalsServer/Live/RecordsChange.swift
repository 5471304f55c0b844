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
