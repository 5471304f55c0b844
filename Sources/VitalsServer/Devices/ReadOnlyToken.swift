import Vitals

package import struct Foundation.UUID

/// A token that may look at an account and change nothing, such as a coach's. Only its reader knows the token itself.
package struct ReadOnlyToken: Hashable, Sendable {
    /// Public id, used to revoke the token.
    package var id: UUID
    package var user: UUID
    /// The name that the operator gave it; may be empty. It has the form of a device's name.
    package var name: String
    /// A day in UTC, such as `2026-11-21`.
    package var createdOn: String
    /// A day in UTC, in the same format; nil before the first use.
    package var lastUsedOn: String?
    package var limits: TokenLimits

    package init(
        id: UUID, user: UUID, name: String, createdOn: String, lastUsedOn: String? = nil,
        limits: TokenLimits = TokenLimits()
    ) {
        self.id = id
        self.user = user
        self.name = name
        self.createdOn = createdOn
        self.lastUsedOn = lastUsedOn
        self.limits = limits
    }

    /// The token among those of paired devices, as a list shows it.
    var device: DeviceToken {
        var device = DeviceToken(id: id, user: user, name: name, createdOn: createdOn, lastUsedOn: lastUsedOn)
        device.limits = limits
        return device
    }
}

/// A token that is about to be stored.
package struct NewReadOnlyToken: Hashable, Sendable {
    package var id = UUID()
    package var hash: SecretHash
    package var name: String
    package var limits: TokenLimits

    package init(hash: SecretHash, name: String, limits: TokenLimits) {
        self.hash = hash
        self.name = name
        self.limits = limits
    }
}

/// The form of a token that only reads.
package enum ReadOnlyTokenText {
    /// Tells it from the other tokens, so that a request with another one costs no further query.
    static let prefix = "vr-"

    /// Generates a token: the prefix, and 256 random bits as `AccessToken` has them.
    package static func make() -> String { prefix + AccessToken.make() }

    /// True when a token may be one of these. A user's own token may begin like one too.
    static func mayBe(_ token: String) -> Bool { token.hasPrefix(prefix) }
}

extension TokenLimits {
    /// The kinds as they are stored; nil for everything.
    var storedKinds: String? { kinds?.joined(separator: ",") }

    /// The limits of a stored token.
    init(expiresAt: Timestamp?, storedKinds: String?) {
        self.init(
            expiresAt: expiresAt,
            // An empty text is no kind, and not every kind.
            kinds: storedKinds.map { $0.split(separator: ",").map(String.init) })
    }
}
