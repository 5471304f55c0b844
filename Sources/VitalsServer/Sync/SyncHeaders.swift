package import Vitals

/// The headers that let a device tell one account, and one history, from another.
package struct SyncHeaders: Hashable, Sendable {
    /// `Vitals-Account`.
    package var account: String
    /// `Vitals-Receipt`; nil where there is no log row to name.
    package var receipt: Receipt?
    /// `Vitals-Features`.
    package var features: String

    package init(account: String, receipt: Receipt?, features: String) {
        self.account = account
        self.receipt = receipt
        self.features = features
    }
}
