import Crypto
package import Vitals

package import struct Foundation.UUID

/// The user that sends a request, and what the device reports about itself.
package struct RequestIdentity: Hashable, Sendable {
    /// Always from the token, never from the body.
    package var user: UUID
    /// The value of `Vitals-Account`, unparsed.
    package var account: String?
    /// The value of `Vitals-Receipt`, unparsed. The service parses it, so that a malformed one is an error of this
    /// request.
    package var receipt: String?

    package init(user: UUID, account: String? = nil, receipt: String? = nil) {
        self.user = user
        self.account = account
        self.receipt = receipt
    }
}

/// The headers by which a device recognises its account and its history.
package struct SyncHeaders: Hashable, Sendable {
    /// The value of `Vitals-Account`.
    package var account: String
    /// The value of `Vitals-Receipt`, a history token; nil where no log row exists.
    package var receipt: Receipt?
    /// The value of `Vitals-Features`.
    package var features: String

    package init(account: String, receipt: Receipt?, features: String) {
        self.account = account
        self.receipt = receipt
        self.features = features
    }
}

/// The opaque name of the account, which a device stores to know which account its store belongs to.
///
/// It is derived from the user's id instead of being the id itself, so that a name which a device shows or logs is
/// useless to others.
package enum AccountID {
    /// The first 32 hexadecimal digits of SHA-256 over `vitals-account ` and the lower-case id.
    package static func of(user: UUID) -> String {
        SHA256.hash(data: Array("vitals-account \(user.lowercased)".utf8)).prefix(16).hexadecimal
    }
}
