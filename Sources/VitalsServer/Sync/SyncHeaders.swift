package import Vitals

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
