import Foundation
import StepSupport
import Testing
import Vitals
import VitalsServer

/// Tests of the event stream: its bytes, its envelope, and the server's event.
@Suite("Step 20: live", .serialized)
struct Step20LiveTests {
    // MARK: The bytes

    private static func read(_ text: String, cutEvery size: Int) -> [String] {
        var parser = EventStreamParser()
        var events: [[UInt8]] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            events += parser.feed(rest.prefix(size))
            rest = rest.dropFirst(size)
        }
        return events.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test("a stream is read the same way, wherever the network cuts it")
    func readsPieces() {
        let cases: [(String, [String])] = [
            (": live\n\ndata: a\n\n", ["a"]), ("id: 7\ndata: a\n\ndata: b\n\n", ["a", "b"]),
            ("data: a\ndata: b\n\n", ["a\nb"]), ("data: ü\u{1F600}\n\n", ["ü\u{1F600}"]), ("data: cut off", []),
            ("data: Å\u{B}\u{C}\u{2028}a\n\n", ["Å\u{B}\u{C}\u{2028}a"]),
        ]
        for (text, expected) in cases {
            for size in [1, 2, 3, 7, 1_000] {
                let events = Self.read(text, cutEvery: size)
                expect(
                    events == expected,
                    """
                    In pieces of \(size) bytes, \(text.debugDescription) should give \(expected), and `feed` returned \
                    \(events) in all.
                    """)
            }
        }
    }

    @Test("a line may end with CR, LF or both")
    func readsLineEnds() {
        for size in [1, 2, 1_000] {
            let events = Self.read("data: a\r\ndata: a\r\n\r\ndata: b\r\rdata: c\n\n", cutEvery: size)
            expect(
                events == ["a\na", "b", "c"],
                """
                Three events end their lines with CR LF, CR and LF, and the first has two lines. In pieces of \(size) \
                bytes they should be "a\\na", b and c, and `feed` returned \(events).
                """)
            let mixed = Self.read("data: a\r\n\ndata: b\n\r\n", cutEvery: size)
            expect(
                mixed == ["a", "b"],
                """
                After CR LF, a second LF is a line end of its own: the empty line that ends the event. In pieces of \
                \(size) bytes a and b should come, and `feed` returned \(mixed).
                """)
        }
        var parser = EventStreamParser()
        let events = ["data: a\r", "", "\ndata: b\r\n\r\n"].flatMap { parser.feed($0.utf8) }
            .map { String(decoding: $0, as: UTF8.self) }
        expect(
            events == ["a\nb"],
            """
            Between a CR and its LF there was a call without bytes. The two are one line end all the same, so one event \
            of two lines should come, and `feed` returned \(events).
            """)
    }

    @Test("an event larger than 256 KiB is dropped, and the next one is read")
    func dropsLargeEvents() {
        var full = EventStreamParser()
        _ = full.feed(Array(repeating: UInt8(ascii: "x"), count: EventStreamParser.limitBytes + 1))
        expect(
            full.heldBytes <= EventStreamParser.limitBytes,
            """
            A line has one byte more than 256 KiB and hasn't ended. The parser gives it up at that byte, and it holds \
            \(full.heldBytes) bytes.
            """)
        var parser = EventStreamParser()
        for _ in 0..<8 { _ = parser.feed(Array(repeating: UInt8(ascii: "x"), count: 60_000)) }
        expect(
            parser.heldBytes <= EventStreamParser.limitBytes,
            """
            A line of 480,000 bytes hasn't ended yet. The parser should never hold more than 256 KiB of a line, and it \
            holds \(parser.heldBytes) bytes. Give the line up with `skipLine()`.
            """)
        // A parser that holds too much needs no second message.
        guard [full, parser].allSatisfy({ $0.heldBytes <= EventStreamParser.limitBytes }) else { return }
        let large = String(repeating: "x", count: EventStreamParser.limitBytes + 1)
        let half = String(repeating: "x", count: EventStreamParser.limitBytes / 2 + 1)
        for (text, what) in [
            ("data: \(large)\n\n", "in one line"), ("data: \(half)\ndata: \(half)\n\n", "in two lines"),
            (": \(large)\n\n", "as a comment"), ("data: \(large)\ndata: b\n\n", "in the first of two lines"),
            ("data: \(large)\r\r", "in one line that CR ends"),
            ("data: \(large)\r\n\r\n", "in one line that CR LF ends"),
            ("data: \(large)\r\ndata: b\r\n\r\n", "in the first of two lines that CR LF ends"),
            (": \(large)\ndata: b\n\n", "as a comment in front of a short line"),
        ] {
            let events = Self.read(text + "data: a\n\n", cutEvery: 60_000)
            expect(
                events == ["a"],
                "After more than 256 KiB \(what), only the event `a` should come; `feed` returned \(events.map { $0.prefix(20) })."
            )
        }
        let longest = "data: " + String(repeating: "x", count: EventStreamParser.limitBytes - 6)
        let read = Self.read(longest + "\n\n", cutEvery: 60_000)
        expect(
            read.map(\.utf8.count) == [longest.utf8.count - 6],
            """
            A line of just 256 KiB, `data: ` included, isn't too long, and its event should come. `feed` returned \
            \(read.count) events.
            """)
        let first = String(repeating: "x", count: EventStreamParser.limitBytes / 2 - 1)
        let second = first + "x"
        let two = Self.read("data: \(first)\ndata: \(second)\n\n", cutEvery: 60_000)
        expect(
            two == [first + "\n" + second],
            """
            Two lines make an event of just 256 KiB of data. The limit counts the present line, and the lines before it by \
            themselves, so the event should come. `feed` returned \(two.count) events.
            """)
    }

    // MARK: The envelope

    private static func event(_ text: String) -> LiveEvent? { LiveEvent(data: Array(text.utf8)) }

    @Test("an event is read with its records and the notes of what they overwrote")
    func readsEvent() throws {
        let record = Records.weight(71)
        let notes = #"[{"id":"\#(record.id.uuidString.lowercased())","through":4}]"#
        let event = Self.event(
            #"{"v":1,"type":"measurements.changed","seq":9,"new":0,"records":[\#(record.json)],"overwritten":\#(notes)}"#
        )
        expect(
            event?.kind == .measurements && event?.seq == 9 && event?.records == [record],
            "An event with one record should be read as it is; it was \(String(describing: event)).")
        expect(
            event?.overwritten[record.id]?.through == 4,
            "The member `overwritten` is read as in a page of a pull; the event's notes are \(event?.overwritten ?? [:])."
        )
        let bare = Self.event(#"{"v":1,"type":"account.changed","seq":0}"#)
        expect(
            bare == LiveEvent(.account, seq: 0),
            "An event without `records` is an event too, of the type account.changed here: it was \(String(describing: bare))."
        )
        for (text, what) in [("null", "null"), (#""none""#, "a text"), ("{}", "an object"), ("[]", "an empty list")] {
            let event = Self.event(#"{"v":1,"type":"measurements.changed","seq":9,"records":\#(text)}"#)
            expect(
                event == LiveEvent(.measurements, seq: 9),
                """
                In this event `records` is \(what), so it has no records. It stays as a hint, with the number 9; \
                it was \(event.map { "read with \($0.seq)" } ?? "dropped").
                """)
        }
        let other = Records.weight(72, id: Records.id(2), recordedAt: 1_781_930_000_000)
        for records in [[record, other], [other, record]] {
            let list = records.map(\.json).joined(separator: ",")
            let event = Self.event(#"{"v":1,"type":"measurements.changed","seq":9,"records":[\#(list)]}"#)
            expect(
                event?.records == records,
                """
                An event's records stay in the order of the log. It has \(records.map(\.value)), and it was read with \
                \(event?.records.map(\.value) ?? []).
                """)
        }
        let fifty = Array(repeating: record.json, count: 50).joined(separator: ",")
        let full = Self.event(#"{"v":1,"type":"measurements.changed","seq":9,"records":[\#(fifty)]}"#)
        expect(
            full?.records.count == 50,
            "An event may have 50 records; this one was \(full.map { "read with \($0.records.count)" } ?? "dropped").")
        for seq in [0, Vitals.Measurement.maximumVersion] {
            let event = Self.event(#"{"v":1,"type":"measurements.changed","seq":\#(seq)}"#)
            expect(
                event?.seq == seq,
                "The number \(seq) is within the bounds; the event was \(event.map { "read as \($0.seq)" } ?? "dropped")."
            )
        }
    }

    @Test("what this version doesn't know is dropped")
    func dropsUnknown() {
        let tooMany = Array(repeating: Records.weight(71).json, count: 51).joined(separator: ",")
        let unreadable = Array(repeating: "7", count: 51).joined(separator: ",")
        for (text, why) in [
            ("", "it isn't JSON"), ("[]", "it isn't an object"),
            (#"{"v":2,"type":"measurements.changed","seq":1}"#, "its version is 2"),
            (#"{"v":0,"type":"measurements.changed","seq":1}"#, "its version is 0"),
            (#"{"v":1.5,"type":"measurements.changed","seq":1}"#, "its version is 1.5"),
            (#"{"v":"1","type":"measurements.changed","seq":1}"#, "its version is a text"),
            (#"{"type":"measurements.changed","seq":1}"#, "it has no version"),
            (#"{"v":1,"type":"coffee.ready","seq":1}"#, "its type is unknown"),
            (#"{"v":1,"seq":1}"#, "it has no type"),
            (#"{"v":1,"type":"Measurements.Changed","seq":1}"#, "its type has other letters"),
            (#"{"v":1,"type":"measurements.changed"}"#, "it has no number"),
            (#"{"v":1,"type":"measurements.changed","seq":-1}"#, "its number is negative"),
            (#"{"v":1,"type":"measurements.changed","seq":1.5}"#, "its number isn't whole"),
            (#"{"v":1,"type":"measurements.changed","seq":"1"}"#, "its number is a text"),
            (#"{"v":1,"type":"measurements.changed","seq":1e300}"#, "its number is above 2^53-1"),
            (#"{"v":1,"type":"measurements.changed","seq":9007199254740992}"#, "its number is 2^53"),
            (#"{"v":1,"type":"measurements.changed","seq":1,"records":[\#(tooMany)]}"#, "it has 51 records"),
            (
                #"{"v":1,"type":"measurements.changed","seq":1,"records":[\#(unreadable)]}"#,
                "it has 51 records, none of which can be read"
            ),
            (#"{"v":1,"type":"entities.changed","seq":1,"records":[\#(tooMany)]}"#, "it has 51 records"),
            (#"{"v":1,"type":"account.changed","seq":1,"records":[\#(tooMany)]}"#, "it has 51 records"),
        ] {
            let event = Self.event(text)
            expect(event == nil, "This should be no event, because \(why): \(text.prefix(80))")
        }
    }

    @Test("one record that can't be read makes the event a hint")
    func badRecordIsHint() {
        let record = Records.weight(71)
        let notes = #"[{"id":"\#(record.id.uuidString.lowercased())","through":4}]"#
        let text =
            #"{"v":1,"type":"measurements.changed","seq":9,"records":[\#(record.json),{"id":"x"}],"overwritten":\#(notes)}"#
        let event = Self.event(text)
        expect(
            event == LiveEvent(.measurements, seq: 9),
            """
            One of two records can't be read. The event should stay, with no record and no notes: only a pull knows what \
            that record is. It was \
            \(event.map { "an event with \($0.records.count) records and \($0.overwritten.count) notes" } ?? "dropped").
            """)
    }

    @Test("records without all of their notes, or with another type, make the event a hint")
    func badNotesAreHint() {
        let record = Records.weight(71)
        let note = #"{"id":"\#(record.id.uuidString.lowercased())","through":4}"#
        let more = #"{"id":"x"}"#
        for (members, why) in [
            (#""type":"measurements.changed","overwritten":[\#(note),\#(more)]"#, "one of its two notes can't be read"),
            (#""type":"measurements.changed","overwritten":{}"#, "its notes aren't a list"),
            (#""type":"measurements.changed","overwritten":null"#, "its notes are null"),
            (#""type":"entities.changed","overwritten":[\#(note)]"#, "its type isn't measurements.changed"),
            (#""type":"projections.changed","overwritten":[\#(note)]"#, "its type is projections.changed"),
            (#""type":"account.changed","overwritten":[\#(note)]"#, "its type is account.changed"),
        ] {
            let event = Self.event(#"{"v":1,"seq":9,"records":[\#(record.json)],\#(members)}"#)
            let was = event.map { "an event with \($0.records.count) records and \($0.overwritten.count) notes" }
            expect(
                event?.seq == 9 && event?.records.isEmpty == true && event?.overwritten.isEmpty == true,
                """
                This event should stay, with no record and no notes, because \(why). A record that is merged without its \
                notes may replace an edit of which nobody hears. It was \(was ?? "dropped").
                """)
        }
    }

    // MARK: The server's event

    @Test("the server's event holds what is new in the log, and nothing else")
    func holdsNews() async throws {
        let fixture = try Step20Fixture()
        try await fixture.push([Records.weight(70, id: Records.id(1))])
        let before = try await fixture.head()
        try await fixture.push([Records.weight(71, id: Records.id(2))])
        let middle = try await fixture.head()
        try await fixture.push([Records.weight(72, id: Records.id(3))])
        let page = try Step20Fixture.page(try await fixture.message(after: before, through: middle))
        let values = (page["records"]?.array ?? []).compactMap { $0["value"] }
        expect(
            values == [.number(71)],
            "Between the log's numbers \(before) and \(middle) there is one record, 71 kg; the event has \(values.count) records."
        )
        expect(page["seq"] == .number(Double(middle)), "The event's number should be \(middle).")
        // The record of `middle` moves to the end of the log, so the last one left before it has a smaller number.
        try await fixture.push([Records.weight(73, id: Records.id(2), version: 2)])
        let late = try Step20Fixture.page(try await fixture.message(after: 0, through: middle))
        expect(
            late["seq"] == .number(Double(middle)),
            """
            The log's row \(middle) has been edited since and moved on. The event covers the log up to \(middle) all the \
            same, so that should be its number; it is \(late["seq"].map { CanonicalJSON.text($0) } ?? "missing").
            """)
        let all = try Step20Fixture.page(try await fixture.message(after: 0, through: try await fixture.head()))
        let order = (all["records"]?.array ?? []).compactMap { $0["value"] }
        expect(
            order == [.number(70), .number(72), .number(73)],
            """
            The records come in the order of the log: 70, 72 and then 73, which was written last. The event has \
            \(order.map { CanonicalJSON.text($0) }).
            """)
        let left = late["records"]?.array?.count ?? 0
        expect(
            left == 1,
            """
            Row \(middle) of the log has been edited since, so only 70 kg is left up to there. The event up to \(middle) \
            should have 1 record, and it has \(left).
            """)
    }

    @Test("where nothing is new, the server's event is a hint")
    func emptyIsHint() async throws {
        let fixture = try Step20Fixture()
        try await fixture.push([Records.weight(70)])
        let page = try Step20Fixture.page(try await fixture.message(after: 1, through: 1))
        expect(
            page["records"] == nil && page["seq"] == .number(1),
            """
            Nothing is new between the log's numbers 1 and 1. The event should be a hint with number 1, without the member \
            `records`; it is \(CanonicalJSON.text(page)).
            """)
        try await fixture.push([Records.weight(71, version: 2)])
        let moved = try Step20Fixture.page(try await fixture.message(after: 0, through: 1))
        expect(
            moved["records"] == nil && moved["seq"] == .number(1),
            """
            Row 1 of the log has been edited since and moved on, so nothing is left up to there. The event up to 1 should \
            be a hint with number 1, and it is \(CanonicalJSON.text(moved)).
            """)
    }

    @Test("where the log can't be read, there's no event")
    func throwsOn() async throws {
        let fixture = try Step20Fixture()
        let source = EventSource(store: fixture.server, overwritten: nil)
        await #expect(
            throws: SyncStoreError.unknownUser,
            "The store doesn't know this user, and says so with an error. A hint would claim that something is new; throw on."
        ) {
            try await source.event(user: Records.id(9), after: 0, through: 1)
        }
    }

    @Test("where the notes can't be read, there's no event")
    func failsWithoutNotes() async throws {
        let fixture = try Step20Fixture()
        try await fixture.push([Records.weight(70)])
        let source = EventSource(store: fixture.server, overwritten: Step20FailingNotes())
        await #expect(
            throws: Step20FailingNotes.Failure.self,
            "The store of the notes failed. An event without them would overwrite edits that nobody is told of; throw on."
        ) {
            try await source.event(user: DevelopmentUser.id, after: 0, through: 1)
        }
    }

    @Test("an event with more than 50 records is only a hint")
    func manyAreHint() async throws {
        let fixture = try Step20Fixture()
        try await fixture.push((1...51).map { Records.weight(70, id: Records.id($0)) })
        let head = try await fixture.head()
        let page = try Step20Fixture.page(try await fixture.message(after: 0, through: head))
        expect(
            page["records"] == nil,
            "51 records are new, more than an event may hold; it should hold none, and it has \(page["records"]?.array?.count ?? 0)."
        )
        try await fixture.push([Records.weight(70, id: Records.id(52))])
        let more = try Step20Fixture.page(try await fixture.message(after: 0, through: head + 1))
        expect(
            more["records"] == nil && more["seq"] == .number(Double(head + 1)),
            """
            52 records are new. The event is a hint, and its number should be \(head + 1), the end of its part of the log; \
            it is \(more["seq"].map { CanonicalJSON.text($0) } ?? "missing").
            """)
        let fifty = try Step20Fixture.page(try await fixture.message(after: 1, through: head))
        expect(
            fifty["records"]?.array?.count == 50,
            "50 records fit; the event has \(fifty["records"]?.array?.count ?? 0).")
        for version in 2...60 {
            try await fixture.push([Records.weight(71, id: Records.id(1), version: Int64(version))])
        }
        let one = try Step20Fixture.page(
            try await fixture.message(after: head + 1, through: try await fixture.head()))
        expect(
            one["records"]?.array?.count == 1,
            """
            One record was written 59 times. So the log has 59 numbers more, and one record, which fits. The event has \
            \(one["records"]?.array?.count ?? 0) records.
            """)
    }

    @Test("an event whose records are too large is only a hint")
    func largeAreHint() async throws {
        let fixture = try Step20Fixture()
        for number in 1...20 {
            var record = Records.weight(70, id: Records.id(number))
            record.extra = UnknownMembers(unchecked: #"{"note":"\#(String(repeating: "x", count: 8_000))"}"#)
            try await fixture.push([record])
        }
        let page = try Step20Fixture.page(try await fixture.message(after: 0, through: 20))
        expect(
            page["records"] == nil && page["seq"] == .number(20),
            """
            20 records of 8 kB are more than an event may hold, so it's a hint with number 20. With a part of them it would \
            promise that nothing else is missing. It has \(page["records"]?.array?.count ?? 0) records.
            """)
    }

    @Test("the server's event says what its records overwrote unseen")
    func saysWhatWasOverwritten() async throws {
        let fixture = try Step20Fixture()
        let ids = [Records.id(1), Records.id(2)]
        try await fixture.push(ids.map { Records.weight(70, id: $0) })
        let other = try #require(RecordVersion(version: 1, digest: "0123456789abcdef"))
        let origins = Dictionary(uniqueKeysWithValues: ids.map { ($0, other) })
        try await fixture.push(ids.map { Records.weight(72, id: $0, version: 3) }, editedFrom: origins)
        let head = try await fixture.head()
        let page = try Step20Fixture.page(try await fixture.message(after: 2, through: head))
        let count = page["overwritten"]?.array?.count ?? 0
        expect(
            count == 2,
            """
            Each of two records replaced a version that its author hadn't seen, and the event names \(count) of them. A \
            page of a pull names both in `overwritten`, and the event should say the same; it says \
            \(page["overwritten"].map { CanonicalJSON.text($0) } ?? "nothing").
            """)
        let without = EventSource(store: fixture.server, overwritten: nil)
        let bare = try Step20Fixture.page(try await without.event(user: DevelopmentUser.id, after: 2, through: head))
        expect(
            bare["records"]?.array?.count == 2 && bare["overwritten"] == nil,
            """
            A server that keeps no notes sends its records without. The event should have 2 records and no `overwritten`; \
            it has \(bare["records"]?.array?.count ?? 0) records.
            """)
        try await saysWhatNewRecordsOverwrote()
    }

    /// A record of version 1 and a deletion can have replaced something unseen, too.
    private func saysWhatNewRecordsOverwrote() async throws {
        for (record, what) in [
            (Records.weight(72, id: Records.id(1), updatedAt: 1_781_940_000_200), "a version 1 by another phone"),
            (Step20Fixture.deletion(Records.id(2), version: 2), "a deletion"),
        ] {
            let fixture = try Step20Fixture()
            try await fixture.push([Records.weight(70, id: record.id)])
            try await fixture.push([record], editedFrom: [record.id: .none])
            let page = try Step20Fixture.page(try await fixture.message(after: 1, through: 2))
            expect(
                page["records"]?.array?.count == 1 && page["overwritten"]?.array?.count == 1,
                """
                A record was added, and \(what) replaced it unseen. The event should have 1 record and its note; it has \
                \(page["records"]?.array?.count ?? 0) and \(page["overwritten"]?.array?.count ?? 0) notes.
                """)
        }
    }
}
