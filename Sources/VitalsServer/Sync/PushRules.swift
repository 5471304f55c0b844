package import Vitals

/// The rules for the records of a push, which features add to.
package struct PushRules: Sendable {
    /// The kinds that are taken. A build may know more than a server has switched on.
    package var kinds = MetricKind.base
    /// Throws `MeasurementError` for a record of these kinds that breaks a rule; it is refused by itself.
    package var checks: [@Sendable (Vitals.Measurement) throws -> Void] = [{ try $0.validate() }]
    /// Judges records that are no measurements, such as deletions; true for one that is taken as it is.
    package var takesUnmeasured: @Sendable (Vitals.Measurement) throws -> Bool = { _ in false }
    /// True when the server notes which versions were overwritten unseen, and says it in its responses.
    package var notesOverwrittenEdits = false

    package init() {}

    /// - Throws: `MeasurementError` for a record that breaks a rule.
    func validate(_ record: Vitals.Measurement) throws {
        guard try !takesUnmeasured(record) else { return }
        guard kinds.contains(record.kind) else { throw MeasurementError.unknownKind(record.kind) }
        for check in checks { try check(record) }
    }

    /// The sentence that a phone shows for a refused record. An error says "here", which on the phone would mean the phone.
    static func detail(of error: MeasurementError) -> String {
        error.code == .unknownKind ? "Your server doesn't take this kind yet." : error.detail
    }
}
