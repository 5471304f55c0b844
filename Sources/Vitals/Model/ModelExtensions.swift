// The place where a chapter of part two extends the model. In part one it's here and adds nothing, so that no file of a
// learner has to change when a chapter comes.

/// A kind that a chapter adds to those of part one.
struct AddedKind: Sendable {
    let kind: MetricKind
    /// The name that a person reads.
    let title: String
    let canonicalUnit: MetricUnit
    /// The values that a person could have, in the canonical unit.
    let bounds: ClosedRange<Double>
    /// True if a person gives each record a name of its own.
    let needsLabel: Bool
}

enum ModelExtensions {
    /// In the order in which a person would list them, after those of part one.
    static let kinds: [AddedKind] = [
        // @from 18
        .symptom
        // @end
    ]
}

extension MetricKind {
    /// The chapter's description of this kind; nil for a kind of part one, and for one that this build doesn't know.
    var added: AddedKind? { ModelExtensions.kinds.first { $0.kind == self } }

    /// The name that a person reads, of a kind that a chapter adds; nil for others.
    package var addedTitle: String? { added?.title }

    /// True for a kind whose records have a name of their own, such as `dizzy` for a symptom.
    public var needsLabel: Bool { added?.needsLabel ?? false }
}

// @from 18
// @else
//| extension Measurement {
//|     /// The name that a person gave the record. No kind of part one has one.
//|     public var label: String? { nil }
//|
//|     /// This record with another label, or none.
//|     public func labelled(_ label: String?) -> Measurement { self }
//|
//|     /// The amount in words where a number with a unit would say little; nil for the kinds of part one.
//|     public func amountInWords(_ number: (Double) -> String) -> String? { nil }
//|
//|     /// Checks the label.
//|     package func validateLabel() throws {}
//| }
// @end
