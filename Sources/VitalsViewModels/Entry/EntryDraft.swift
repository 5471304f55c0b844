public import Vitals

/// What stands in the form, as it was typed and chosen.
public struct EntryDraft: Hashable, Sendable {
    public var kind: MetricKind
    /// As typed, in the person's own way of writing numbers.
    public var valueText: String
    /// The unit that the value is meant in, not always the one that is stored.
    public var unit: MetricUnit
    public var recordedAt: Timestamp

    public init(kind: MetricKind, valueText: String = "", unit: MetricUnit, recordedAt: Timestamp) {
        self.kind = kind
        self.valueText = valueText
        self.unit = unit
        self.recordedAt = recordedAt
    }
}

/// What is wrong with a draft: words for each field that cannot stay as it is.
public struct EntryFaults: Error, Hashable, Sendable {
    public var value: String?
    public var recordedAt: String?

    public init(value: String? = nil, recordedAt: String? = nil) {
        self.value = value
        self.recordedAt = recordedAt
    }

    public var isEmpty: Bool { value == nil && recordedAt == nil }
}
