internal import CheckpointWorkspace

/// The records that each phone and the server have after an event of a history, as far as the messages show them.
struct HistoryState {
    /// The records of each column, by their number in the drawing.
    private(set) var records: [[Int: String]]
    /// The column that the event changed; nil for none.
    private(set) var changed: Int?
    /// The records that each phone has sent and the server hasn't responded to.
    private var sent: [Int: String] = [:]

    static func states(of history: FailedHistory) -> [HistoryState] {
        var state = HistoryState(records: history.columns.map { _ in [:] })
        return history.events.map { event in
            state.apply(event, server: history.columns.count - 1)
            return state
        }
    }

    /// True for records as a drawing shows them, such as `v2 71, #2 v1 70`.
    static func isRecord(_ text: String) -> Bool { text.prefixMatch(of: /(?:#\d+ )?v\d+[ ]/) != nil }

    private init(records: [[Int: String]]) { self.records = records }

    private mutating func apply(_ event: HistoryEvent, server: Int) {
        changed = nil
        switch event.message {
        case .none where event.text == "loses everything": forget(server)
        case .none where event.text.hasPrefix("gets "): take(String(event.text.dropFirst(5)), server)
        case .none where event.text.hasPrefix("no "): drop(String(event.text.dropFirst(3)), event.column)
        case .none: take(event.text, event.column)
        case .toServer:
            sent[event.column] = event.text.hasPrefix("push ") ? String(event.text.dropFirst(5)) : nil
            hear(event.reply, event.column, server)
        case .fromServer: hear(event.reply, event.column, server)
        case .lostToServer, .lostFromServer: sent[event.column] = nil
        }
    }

    /// Takes note of what the server says to a phone: it has what it sends, and what it takes.
    private mutating func hear(_ reply: String, _ phone: Int, _ server: Int) {
        guard !reply.isEmpty else { return }
        if reply == "takes it", let pushed = sent[phone] { take(pushed, server) }
        if reply.hasPrefix("has ") { take(String(reply.dropFirst(4)), server) }
        if Self.isRecord(reply) { take(reply, server) }
        sent[phone] = nil
    }

    private mutating func take(_ text: String, _ column: Int) {
        for record in text.split(separator: ", ").map(String.init) where Self.isRecord(record) {
            let number = Self.number(record)
            if records[column][number] != record { changed = column }
            records[column][number] = record
        }
    }

    private mutating func drop(_ text: String, _ column: Int) {
        if records[column].removeValue(forKey: Self.number(text)) != nil { changed = column }
    }

    private mutating func forget(_ column: Int) {
        records[column] = [:]
        changed = column
    }

    /// The record's number; the first one has none in a drawing.
    private static func number(_ record: String) -> Int {
        record.prefixMatch(of: /#(\d+)[ ]/).flatMap { Int($0.1) } ?? 1
    }
}
