public import Vitals

/// The contents of the form, as typed and chosen.
public struct EntryDraft: Hashable, Sendable {
    public var kind: MetricKind
    /// The value as typed, in the person's own number format.
    public var valueText: String
    /// The unit of the typed value; the stored unit may differ.
    public var unit: MetricUnit
    public var recordedAt: Timestamp

    public init(kind: MetricKind, valueText: String = "", unit: MetricUnit, recordedAt: Timestamp) {
        self.kind = kind
        self.valueText = valueText
        self.unit = unit
        self.recordedAt = recordedAt
    }
}

/// The errors of a draft: a message for each field that is wrong.
public struct EntryFaults: Error, Hashable, Sendable {
    public var value: String?
    public var recordedAt: String?

    public init(value: String? = nil, recordedAt: String? = nil) {
        self.value = value
        self.recordedAt = recordedAt
    }

    public var isEmpty: Bool { value == nil && recordedAt == nil }
}
