public import Foundation
public import Vitals

/// A line of a list, in words.
public struct RecordRow: Identifiable, Hashable, Sendable {
    /// The record's.
    public let id: UUID
    public let kind: MetricKind
    public let title: String
    public let value: String
    public let time: String
    public let state: RowState
    /// The line as a voice reads it.
    public let spoken: String

    /// False for a kind that this build does not know: it cannot be checked here, so it is not edited here.
    public var canEdit: Bool { kind.isKnown }

    init(_ entry: RecordEntry, _ wording: DisplayFormatter) {
        let record = entry.shown
        id = record.id
        kind = record.kind
        title = record.kind.title
        value = wording.value(of: record)
        time = wording.time(record.recordedAt)
        state = entry.state
        spoken = "\(title), \(wording.spokenValue(of: record)), \(time). \(state.words)."
    }
}
