package import Vitals

/// The rules for the records of a push, which an addition may replace.
package struct PushRules: Sendable {
    /// Throws `MeasurementError` for a record that breaks a rule; it is refused by itself.
    package var validate: @Sendable (Vitals.Measurement) throws -> Void = { try $0.validate() }
    /// True when the server notes which versions were overwritten unseen, and says it in its responses.
    package var notesOverwrittenEdits = false
    /// See `PushBatch`.
    package var receiptCoversStale = false

    package init() {}
}
