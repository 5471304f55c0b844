/// Something that a phrase says with a value, before it's known whether it was measured and when.
struct PhraseFact {
    var kind: MetricKind
    var value: Double
    var unit: MetricUnit
    var label: String?
    /// The unit that was said; nil where none was.
    var said: PhraseUnit?
    /// The terms that say it.
    let terms: Range<Int>
}
