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
