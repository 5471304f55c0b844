// The place where a chapter of part two extends the model. In part one it's here and adds nothing, so that no file of a
// learner has to change when a chapter comes.

/// A kind that a chapter adds to those of part one.
struct AddedKind: Sendable {
    let kind: MetricKind
    let canonicalUnit: MetricUnit
    /// The values that a person could have, in the canonical unit.
    let bounds: ClosedRange<Double>
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
    /// What a chapter says of this kind; nil for a kind of part one, and for one that this build doesn't know.
    var added: AddedKind? { ModelExtensions.kinds.first { $0.kind == self } }
}
