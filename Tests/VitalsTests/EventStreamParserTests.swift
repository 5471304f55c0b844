import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

@Suite("Server-Sent Events, as they come") struct EventStreamParserTests {
    private static func read(_ text: String, cutEvery size: Int = .max) -> [String] {
        var parser = EventStreamParser()
        var events: [[UInt8]] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            events += parser.feed(rest.prefix(size))
            rest = rest.dropFirst(size)
        }
        return events.map { String(decoding: $0, as: UTF8.self) }
    }

    static let streams: [(String, [String])] = [
        (": live\n\n", []),
        ("data: a\n\n", ["a"]),
        ("data:a\n\ndata: b\n\n", ["a", "b"]),
        ("id: 7\nevent: x\nretry: 3\ndata: a\n\n", ["a"]),
        ("data: a\ndata: b\n\n", ["a\nb"]),
        ("data: a\r\n\r\ndata: b\r\rdata: c\n\n", ["a", "b", "c"]),
        ("data\n\n", [""]),
        ("data:\n\n", [""]),
        ("data:  two\n\n", [" two"]),
        ("datax: a\n\n", []),
        ("data: ü\u{1F600}\n\n", ["ü\u{1F600}"]),
        ("data: cut off", []),
        ("\n\n\ndata: a\n\n\n\n", ["a"]),
        ("\u{FEFF}data: a\n\n\u{FEFF}data: b\n\ndata: c\n\n", ["a", "c"]),
        ("\u{FEFF}\rdata: a\r\r", ["a"]),
        ("retry: 0\ndata: a\nid: \u{0}\n\n", ["a"]),
        (":comment\ndata: a\n:still\n\n", ["a"]),
    ]

    @Test("Each stream is read alike, wherever it is cut", arguments: streams)
    func cuts(_ text: String, _ expected: [String]) {
        for size in [1, 2, 3, 5, .max] {
            expect(Self.read(text, cutEvery: size), equals: expected, "\(text.debugDescription) in pieces of \(size)")
        }
    }

    @Test("What is too large is dropped, and the next event is read")
    func limits() {
        let large = String(repeating: "x", count: EventStreamParser.limitBytes)
        expect(Self.read("data: \(large)\n\ndata: a\n\n"), equals: ["a"])
        let half = String(repeating: "x", count: EventStreamParser.limitBytes / 2 + 10)
        expect(Self.read("data: \(half)\ndata: \(half)\ndata: c\n\ndata: a\n\n"), equals: ["a"])
        expect(Self.read(": \(large)\ndata: b\n\ndata: a\n\n"), equals: ["a"])
    }

    @Test("Random bytes never make it fail, and a good event after them is read")
    func fuzz() {
        var random = SplitMix64(seed: 20)
        for _ in 0..<500 {
            var parser = EventStreamParser()
            let alphabet = Array("data: \r\n:{}x\u{0}".utf8) + [0xFF, 0xC3]
            let noise = (0..<Int.random(in: 0..<200, using: &random)).map { _ in
                alphabet.randomElement(using: &random)!
            }
            _ = parser.feed(noise)
            expect(parser.feed(Array("\n\ndata: a\n\n".utf8)).last, equals: Array("a".utf8))
        }
    }
}

@Suite("Events of a server, checked") struct LiveEventTests {
    private static let record = Records.weight(71)

    @Test("A whole event is read, with its records")
    func whole() {
        let text = #"{"v":1,"type":"measurements.changed","seq":9,"new":{},"records":[\#(Self.record.json)]}"#
        let event = LiveEvent(data: Array(text.utf8))
        expect(event, equals: LiveEvent(.measurements, seq: 9, records: [Self.record]))
    }

    @Test(
        "What this version doesn't know is no event",
        arguments: [
            "", "{}", "[]", "null", "\u{0}", #"{"v":2,"type":"measurements.changed","seq":1}"#,
            #"{"v":"1","type":"measurements.changed","seq":1}"#, #"{"v":1,"type":"other","seq":1}"#,
            #"{"v":1,"type":"measurements.changed"}"#, #"{"v":1,"type":"measurements.changed","seq":-1}"#,
            #"{"v":1,"type":"measurements.changed","seq":1.5}"#, #"{"v":1,"type":"measurements.changed","seq":1e300}"#,
            #"{"v":1,"type":"measurements.changed","seq":"1"}"#, #"{"type":"measurements.changed","seq":1}"#,
            #"{"v":1,"type":"measurements.changed","seq":1}}"#,
        ])
    func unknown(_ text: String) { expect(LiveEvent(data: Array(text.utf8)) == nil) }

    @Test("More than 50 records are no event of ours")
    func tooMany() {
        let records = Array(repeating: Self.record.json, count: 51).joined(separator: ",")
        let text = #"{"v":1,"type":"measurements.changed","seq":9,"records":[\#(records)]}"#
        expect(LiveEvent(data: Array(text.utf8)) == nil)
    }

    @Test(
        "One record that can't be read makes the event a hint",
        arguments: ["{}", "1", "null", #"{"id":"x"}"#, #"{"id":"00000000-0000-4000-8000-000000000001","value":"NaN"}"#])
    func badRecord(_ bad: String) {
        let text = #"{"v":1,"type":"measurements.changed","seq":9,"records":[\#(Self.record.json),\#(bad)]}"#
        expect(LiveEvent(data: Array(text.utf8)), equals: LiveEvent(.measurements, seq: 9))
    }

    @Test(
        "Records without all of their notes, or with another type, make the event a hint",
        arguments: [
            #""overwritten":null"#, #""overwritten":{}"#, #""overwritten":7"#, #""overwritten":[null]"#,
            #""overwritten":[{"through":4}]"#, #""overwritten":[{"id":"x"}]"#, #""type":"entities.changed""#,
            #""type":"projections.changed""#, #""type":"account.changed""#,
        ])
    func badNotes(_ members: String) throws {
        let type = members.contains("type") ? "" : #","type":"measurements.changed""#
        let text = #"{"v":1,"seq":9,"records":[\#(Self.record.json)],\#(members)\#(type)}"#
        let event = try #require(LiveEvent(data: Array(text.utf8)))
        expect(event, equals: LiveEvent(event.kind, seq: 9))
    }
}
