// A symptom: a measurement with a name in words, and how strong it was.

extension MetricKind {
    /// A symptom. Its name is the record's `label`; its value says how strong it was, from 0 (none) to 10, and is 1 where the
    /// person didn't say.
    public static let symptom = MetricKind(rawValue: "SYMPTOM")
}

extension AddedKind {
    static let symptom = AddedKind(kind: .symptom, canonicalUnit: .count, bounds: 0...10)
}
