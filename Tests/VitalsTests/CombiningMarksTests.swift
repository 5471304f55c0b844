import Foundation
import StepSupport
import TestSupport
import Testing

@testable import Vitals

/// Tests of texts that `==`, hashing and changes of case take quadratic time for: one letter with 200,000 accents in turns
/// above and below. A phone may get it from its server, in an export, or by a paste.
@Suite("One letter with 200,000 accents, on a phone") struct CombiningMarksTests {
    private static let marks = "e" + String(repeating: "\u{301}\u{323}", count: 100_000)

    /// A record with one more member, or another value of one. No dictionary: hashing the text would take minutes itself.
    private static func record(_ name: String, _ value: String) -> String {
        let members =
            [
                ("id", "\"0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d\""), ("kind", "\"WEIGHT\""), ("value", "70"),
                ("unit", "\"KG\""),
                ("recordedAt", "\"2026-06-20T07:30:00Z\""), ("updatedAt", "\"2026-06-20T07:31:00Z\""), ("version", "1"),
            ].filter { !$0.0.hasSameBytes(as: name) } + [(name, value)]
        return "{" + members.map { #""\#($0.0)":\#($0.1)"# }.joined(separator: ",") + "}"
    }

    private static let inputs: [(place: String, run: @Sendable () throws -> Void)] = {
        let text = "\"\(marks)\""
        var inputs: [(String, @Sendable () throws -> Void)] = []
        for name in ["kind", "unit", "recordedAt", "id", "label", "deleted", marks] {
            inputs.append(
                (
                    "\(name.utf8.count > 99 ? "a name" : name) of a page's record",
                    {
                        let page = try Pulled(
                            json: JSONValue(parsing: #"{"records":[\#(record(name, text))],"nextCursor":1}"#))
                        let store = try MeasurementStore(path: ":memory:")
                        for record in page.records {
                            _ = (record.label, record.isDeleted, record.labelled("x"), try? record.validateLabel())
                            _ = (try? record.validateWithDeletes(), record.beats(record), record == record)
                            try store.upsert(record)
                            _ = try store.edit(record.id, value: 71)
                        }
                        _ = try store.list()
                    }
                ))
        }
        inputs.append(
            (
                "a sentence",
                {
                    let time = PhraseTime(now: Timestamp(clamping: 0), timeZone: .gmt)
                    _ = PhraseParser().entries(in: "weight \(marks) 72 kg", at: time)
                }
            ))
        for name in ["type", "sourceName", "unit", "value", "startDate", "creationDate", "device", "xyz"] {
            let values =
                [
                    ("type", "HKQuantityTypeIdentifierBodyMass"), ("sourceName", "s"), ("unit", "kg"), ("value", "72"),
                    ("startDate", "2024-01-31 07:30:00 +0100"), ("endDate", "2024-01-31 07:30:00 +0100"),
                ].filter { $0.0 != name } + [(name, marks)]
            let xml =
                "<HealthData><Record \(values.map { "\($0.0)=\"\($0.1)\"" }.joined(separator: " "))/></HealthData>"
            inputs.append(
                (
                    "\(name) in an export",
                    {
                        let reader = HealthExportReader(source: MemoryByteSource(Array(xml.utf8)))
                        while try reader.next() != nil {}
                    }
                ))
        }
        let problem = #"{"code":\#(text),"path":\#(text),"detail":\#(text),"title":1}"#
        inputs.append(
            (
                "a problem",
                { _ = SyncFailure(HTTPResponse(status: 409, body: Array(problem.utf8)), now: Timestamp(clamping: 0)) }
            ))
        inputs.append(("a receipt", { _ = (Receipt(marks), Receipt("1." + marks)) }))
        inputs.append(
            ("a zone", { _ = (TimeZone.wire(marks, orElse: .gmt), TimeZone.wire("+02:00" + marks, orElse: nil)) }))
        inputs.append(
            (
                "a header",
                {
                    var head = HeaderLines()
                    for line in ["\(marks): 1", "Vitals-Features: \(marks)", marks] {
                        _ = line.withUTF8Bytes { head.take($0) }
                    }
                    try Cases.expect(head.headers.count == 1, "\(head.headers.count) headers")
                    let answer = HTTPResponse(status: 409, headers: head.headers)
                    _ = (answer.features == "deletes", head.headers["vitals-features"] == "deletes")
                }
            ))
        inputs.append(("an error's path", { _ = JSONError.shape("x").within(member: marks).within(element: 1) }))
        inputs.append(("a time", { _ = Timestamp(rfc3339: marks) }))
        inputs.append(("an event", { _ = LiveEvent(data: Array(#"{"type":\#(text),"seq":1,\#(text):1}"#.utf8)) }))
        inputs.append(("a line to show", { _ = marks.displayLine(maximumLength: 40) }))
        return inputs
    }()

    @Test(
        "headers arrive by name in lower case, with U+FFFD for what is beyond ASCII, and an interim response is forgotten"
    )
    func headers() {
        var head = HeaderLines()
        let lines = [
            "HTTP/1.1 103 Early Hints\r\n", "Link: x\r\n", "\r\n", "HTTP/1.1 200 OK\r\n", "Date : a:b \r\n",
            "X-Name: a\u{e9}b\r\n", "X-\u{e9}: c\r\n", "ETag:\"1\"\r\n", "no colon\r\n",
        ]
        for line in lines { expect(line.withUTF8Bytes { head.take($0) }, equals: line != "\r\n") }
        expect(head.headers, equals: ["date": "a:b", "etag": "\"1\"", "x-name": "a\u{FFFD}b"])
    }

    @Test("costs no time, wherever it stands", .timeLimit(.minutes(5)))
    func everywhere() {
        for (place, run) in Self.inputs {
            let clock = ContinuousClock()
            let time = clock.measure { try? run() }
            expect(time < .seconds(5), "\(place) took \(time)")
        }
    }
}

extension String {
    fileprivate func withUTF8Bytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        Array(utf8).withUnsafeBytes { body($0) }
    }
}
