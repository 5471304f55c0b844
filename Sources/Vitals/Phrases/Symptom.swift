// A symptom: a measurement with a name in words, and how strong it was.

extension MetricKind {
    /// A symptom. Its name is the record's `label`; its value says how strong it was, from 0 (none) to 10, and is 1 where the
    /// person didn't say.
    public static let symptom = MetricKind(rawValue: "SYMPTOM")

    /// The value of a symptom where the person didn't say how strong it was.
    static let unsaidStrength = 1.0
}

extension AddedKind {
    static let symptom = AddedKind(
        kind: .symptom, title: "Symptom", canonicalUnit: .count, bounds: 0...10, needsLabel: true,
        words: { record, number in
            guard let label = record.label else { return nil }
            return record.value == MetricKind.unsaidStrength
                ? label : "\(label), \(number(record.value)) of \(number(10))"
        })
}
