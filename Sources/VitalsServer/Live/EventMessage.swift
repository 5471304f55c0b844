import Vitals

/// One event of a stream: a hint that something changed, with the records if they are few.
///
/// A client that misses an event loses nothing, because it pulls after each one and after each connect.
package struct EventMessage: Hashable, Sendable {
    package enum Kind: String, Sendable {
        case measurements = "measurements.changed"
        case entities = "entities.changed"
        /// The account or its tokens changed. It is the last event of a stream whose token was revoked.
        case account = "account.changed"
    }

    package var kind: Kind
    /// The number of the last log row that the event covers; 0 for `account`.
    package var seq: Int64
    /// The members `records` and `overwritten` of a page, as text; empty where the client is only to look again.
    package internal(set) var page: [UInt8] = []

    /// The most records in an event. A device that slept through more pulls them in pages.
    package static let maximumRecordCount = 50
    /// The greatest size of `page`, in bytes: half of what a client accepts.
    static let maximumPageBytes = 128 << 10

    package static func measurements(_ seq: Int64) -> EventMessage { EventMessage(kind: .measurements, seq: seq) }

    /// An event that only says how far a log goes.
    package static func hint(_ kind: ChangeKind, _ seq: Int64) -> EventMessage {
        switch kind {
        case .measurements: .measurements(seq)
        case .entities: EventMessage(kind: .entities, seq: seq)
        }
    }

    static let account = EventMessage(kind: .account, seq: 0)

    /// Both events of one kind as one, for a reader that has not taken the first yet. It says only "look again", so a slow
    /// reader never holds more than one event of a kind in memory.
    func followed(by next: EventMessage) -> EventMessage { EventMessage(kind: kind, seq: max(seq, next.seq)) }

    /// The event as it is sent: an id and one line of data (https://html.spec.whatwg.org/multipage/server-sent-events.html).
    package var bytes: [UInt8] {
        var bytes = Array("id: \(seq)\ndata: {\"v\":1,\"type\":\"\(kind.rawValue)\",\"seq\":\(seq)".utf8)
        if !page.isEmpty {
            bytes.append(UInt8(ascii: ","))
            bytes.append(contentsOf: page)
        }
        bytes.append(contentsOf: "}\n\n".utf8)
        return bytes
    }

    /// The members of an event with records; empty where they're too large.
    static func page(of records: [Vitals.Measurement], overwritten: OverwrittenText?) -> [UInt8] {
        var text = JSONBytes()
        text.raw(#""records":"#)
        text.array(records) { text, record in record.writeJSON(into: &text.bytes) }
        if let overwritten { text.raw("," + overwritten.text) }
        return text.bytes.count <= maximumPageBytes ? text.bytes : []
    }
}
