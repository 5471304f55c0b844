package import Foundation

/// An event of a server's stream, checked: a hint that something changed there, with the records if they are few.
package struct LiveEvent: Hashable, Sendable {
    package enum Kind: String, Sendable {
        case measurements = "measurements.changed"
        case entities = "entities.changed"
        case projections = "projections.changed"
        /// The account or its tokens changed. The next sync says whether this device's token still works.
        case account = "account.changed"
    }

    package var kind: Kind
    /// The number of the last log row that the event covers; 0 for `account`.
    package var seq: Int64
    /// The records in the order of the log; empty where the device is only to look again.
    package var records: [Measurement] = []
    /// Versions of these records that were overwritten unseen, as in a page.
    package var overwritten: [UUID: OverwrittenVersions] = [:]

    /// The most records in an event. A server that sends more isn't one of ours.
    package static let maximumRecordCount = 50

    package init(_ kind: Kind, seq: Int64, records: [Measurement] = []) {
        self.kind = kind
        self.seq = seq
        self.records = records
    }

    /// Reads the data of an event; nil for what this version doesn't know, which is dropped.
    ///
    /// The records are good only together, with all of their notes, and in a change of measurements. Else the event is only
    /// a hint.
    package init?(data: [UInt8]) {
        // @write 20 read-event
        guard let json = try? JSONValue(parsing: data), json["v"] == .number(1),
            let kind = json["type"]?.string.flatMap(Kind.init), case .number(let number)? = json["seq"],
            let seq = Int64(exactly: number), (0...Measurement.maximumVersion).contains(seq)
        else { return nil }
        let elements = json["records"]?.array ?? []
        guard elements.count <= Self.maximumRecordCount else { return nil }
        self.init(kind, seq: seq)
        let records = elements.compactMap { try? Measurement(json: $0) }
        guard kind == .measurements, records.count == elements.count, let notes = json.wholeNotes else { return }
        self.records = records
        overwritten = notes
        // @starter
        //| todo(20, "read and check the envelope; what isn't known makes no event")
        // @end
    }
}

extension JSONValue {
    /// The overwritten versions that an event names, by record; nil if a part of them can't be read. Without a note that its
    /// author's phone needs, an edit would vanish unseen.
    fileprivate var wholeNotes: [UUID: OverwrittenVersions]? {
        guard let member = self["overwritten"] else { return [:] }
        let notes = overwritten
        return member.array?.count == notes.count ? notes : nil
    }
}
