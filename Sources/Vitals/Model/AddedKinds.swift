/// A kind that a chapter adds to those of part one.
struct AddedKind: Sendable {
    let kind: MetricKind
    /// The name that a person reads.
    let title: String
    let canonicalUnit: MetricUnit
    /// The values that a person could have, in the canonical unit.
    let bounds: ClosedRange<Double>
    /// True if a person gives each record a name of its own.
    var needsLabel = false
    /// The amount in words where a number with a unit would say little. The second parameter writes a number as the person
    /// reads it.
    var words: @Sendable (Measurement, (Double) -> String) -> String? = { _, _ in nil }

    /// All of them, in the order in which a person would list them.
    static let all: [AddedKind] = [
        // @from 18
        .symptom,
        // @end
        // @from 24
        .height, .bodyFat,
        // @end
    ]
}

extension MetricKind {
    /// The description of a kind that isn't one of part one's; nil for those, and for one that this build doesn't know.
    var added: AddedKind? { AddedKind.all.first { $0.kind == self } }

    /// The name that a person reads, of a kind that a chapter adds; nil for others.
    package var addedTitle: String? { added?.title }

    /// True for a kind whose records have a name of their own, such as `dizzy` for a symptom.
    public var needsLabel: Bool { added?.needsLabel ?? false }
}

extension Measurement {
    /// The amount in words where a number with a unit would say little, such as `headache, 6 of 10`; nil for other kinds.
    ///
    /// - Parameter number: writes a number as the person reads it.
    public func amountInWords(_ number: (Double) -> String) -> String? { kind.added?.words(self, number) }
}
