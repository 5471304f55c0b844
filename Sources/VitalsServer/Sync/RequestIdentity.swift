package import struct Foundation.UUID

/// Who asks, and what the device says of itself.
package struct RequestIdentity: Hashable, Sendable {
    /// Always from the token, never from the body.
    package var user: UUID
    /// `Vitals-Account` as it was sent.
    package var account: String?
    /// `Vitals-Receipt` as it was sent; read by the service, so that a malformed one is an error of this request.
    package var receipt: String?

    package init(user: UUID, account: String? = nil, receipt: String? = nil) {
        self.user = user
        self.account = account
        self.receipt = receipt
    }
}
