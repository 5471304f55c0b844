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

    init(_ entry: RecordEntry, _ formatter: DisplayFormatter) {
        let record = entry.shown
        id = record.id
        kind = record.kind
        title = record.kind.title
        value = formatter.value(of: record)
        time = formatter.time(record.recordedAt)
        state = entry.state
        spoken = "\(title), \(formatter.spokenValue(of: record)), \(time). \(state.label)."
    }
}

/// The sync state of a record.
public enum RowState: Hashable, Sendable {
    // @show row-states
    /// Stored on this phone, and not on the server yet.
    case savedHere
    /// A sync is sending it to the server now.
    case onItsWay
    /// The server has exactly this record.
    case synced
    /// The server refused it, for this reason; an edit fixes it.
    case refused(reason: String)
    /// An edit made here lost to another one; the person can restore it.
    case conflict
    // @end

    /// A few words for the row, so that colour is never the only sign.
    public var label: String {
        switch self {
        case .savedHere: "Saved here"
        case .onItsWay: "On its way"
        case .synced: "Synced"
        case .refused(let reason): "Refused. \(reason)"
        case .conflict: "Another edit won over yours"
        }
    }

    /// True when the person has something to decide.
    public var asksForAttention: Bool {
        switch self {
        case .refused, .conflict: true
        case .savedHere, .onItsWay, .synced: false
        }
    }
}

/// A record as the person should see it: its content and its sync state.
public struct RecordEntry: Hashable, Sendable {
    /// The row, or the refused copy if the person still has to fix it.
    public let shown: Vitals.Measurement
    public let state: RowState

    public init(shown: Vitals.Measurement, state: RowState) {
        self.shown = shown
        self.state = state
    }
}

/// The rows of one day.
public struct DaySection: Identifiable, Hashable, Sendable {
    /// The day: `Today`, `Yesterday`, `20 June 2026`.
    public let title: String
    public let rows: [RecordRow]

    public var id: String { title }

    /// Splits a list that is in order of time into days.
    static func sections(_ entries: [RecordEntry], _ formatter: DisplayFormatter, now: () -> Timestamp) -> [DaySection]
    {
        let now = now()
        var sections: [(title: String, rows: [RecordRow])] = []
        for entry in entries {
            let title = formatter.day(entry.shown.recordedAt, seenFrom: now)
            if sections.last?.title != title { sections.append((title, [])) }
            sections[sections.count - 1].rows.append(RecordRow(entry, formatter))
        }
        return sections.map { DaySection(title: $0.title, rows: $0.rows) }
    }
}
