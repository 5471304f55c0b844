internal import Vitals

/// The rows of one day.
public struct DaySection: Identifiable, Hashable, Sendable {
    /// The day: `Today`, `Yesterday`, `20 June 2026`.
    public let title: String
    public let rows: [RecordRow]

    public var id: String { title }

    /// Splits a list that is in order of time into days.
    static func sections(_ entries: [RecordEntry], _ wording: DisplayFormatter, now: () -> Timestamp) -> [DaySection] {
        let now = now()
        var sections: [(title: String, rows: [RecordRow])] = []
        for entry in entries {
            let title = wording.day(entry.shown.recordedAt, seenFrom: now)
            if sections.last?.title != title { sections.append((title, [])) }
            sections[sections.count - 1].rows.append(RecordRow(entry, wording))
        }
        return sections.map { DaySection(title: $0.title, rows: $0.rows) }
    }
}
