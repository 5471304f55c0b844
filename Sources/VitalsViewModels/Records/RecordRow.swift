public import Foundation
public import Vitals

/// A row of a list, as display strings.
public struct RecordRow: Identifiable, Hashable, Sendable {
    /// The record's id.
    public let id: UUID
    public let kind: MetricKind
    public let title: String
    public let value: String
    public let time: String
    public let state: RowState
    /// The row as a screen reader reads it.
    public let spoken: String

    /// False for a kind that this build doesn't know: it can't be checked here, so it isn't edited here.
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
