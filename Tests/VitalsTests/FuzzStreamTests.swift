import Foundation
import StepSupport
import TestSupport
import Testing

@testable import Vitals

@Suite("Fuzz: the export, events and a model's answers")
struct FuzzStreamTests {
    @Test(
        "An export reads alike in all pieces; cut off it's an error with its line, and the samples before it are right")
    func export() async throws {
        var target = FuzzTarget("export", caseCount: 1_000) { input in
            let whole = Reading(input)
            for (piece, chunk) in [(Int.max, 1), (1, 64), (7, 3)] {
                let other = Reading(input, pieceSize: piece, chunkSizeBytes: chunk)
                try Cases.expect(
                    other == whole, "In pieces of \(piece), \(chunk) at a time:\n\(other)\nand not\n\(whole)")
            }
            for measurement in whole.measurements { try measurement.validate() }
            guard let error = whole.error else {
                // Nothing but white space and comments may follow the root, so a cut before its end is an error.
                let cut = Reading(Array(input[..<(input.count / 2)]))
                try Cases.expect(whole.measurements.starts(with: cut.measurements), "Half of it has other samples.")
                if cut.error == nil {
                    let rest = String(decoding: input[(input.count / 2)...], as: UTF8.self)
                    try Cases.expect(!rest.contains("</HealthData"), "Half an export was read as a whole one.")
                }
                return FuzzTarget.accepted
            }
            let lineCount = input.count { $0 == 0x0A } + 1
            try Cases.expect((1...lineCount).contains(error.line ?? 0), "\(error) of \(lineCount) lines")
            try Cases.expect(!error.detail.contains { $0.isNewline }, "\(error) has several lines.")
            return error.detail
        }
        target.words = [
            "<Record ", "/>", "</Record>", "<HealthData>", "</HealthData>", "<!--", "-->", "<![CDATA[", "]]>", "<?",
            "?>",
            "<!DOCTYPE ", "&amp;", "&#x1F600;", "&#0;", "&lt;", "type=\"HKQuantityTypeIdentifierStepCount\"",
            "value=\"",
            "unit=\"kg\"", "startDate=\"2024-01-02 07:31:00 +0100\"", "\n", "'", "\"", "=", "]", ">", "<", "<Me/>",
            "<ExportDate value=\"2024-02-01 10:00:00 +0100\"/>",
        ]
        try await FuzzRun.run(target)
    }

    /// All that can be known of reading an export.
    private struct Reading: Equatable {
        var measurements: [Vitals.Measurement] = []
        var summary = HealthExportSummary()
        var error: HealthImportError?

        init(_ bytes: [UInt8], pieceSize: Int = .max, chunkSizeBytes: Int = 1 << 16) {
            let source = MemoryByteSource(bytes, pieceSize: pieceSize)
            let reader = HealthExportReader(source: source, chunkSizeBytes: chunkSizeBytes)
            do {
                while let measurement = try reader.next() { measurements.append(measurement) }
                summary = reader.summary
            } catch {
                self.error = error as? HealthImportError
            }
            // How far it read ahead depends on the pieces.
            summary.bytesRead = 0
        }
    }

    @Test("Events are those of the standard wherever the bytes are cut, and one that is taken can be stored")
    func events() async throws {
        var target = FuzzTarget("events", caseCount: 2_000) { input in
            var parser = EventStreamParser()
            let events = parser.feed(input)
            for size in [1, 3, 1 + input.count / 3] {
                var parser = EventStreamParser()
                var others: [[UInt8]] = []
                var rest = input[...]
                while !rest.isEmpty {
                    others += parser.feed(rest.prefix(size))
                    rest = rest.dropFirst(size)
                    try Cases.expect(parser.heldBytes <= input.count, "It holds more than there was.")
                }
                try Cases.expect(others == events, "In pieces of \(size) there are \(others.count) events.")
            }
            try Cases.expect(
                Self.events(in: input) == events, "The standard has \(Self.events(in: input).count) events.")
            let live = events.compactMap { LiveEvent(data: $0) }
            for event in live {
                try Cases.expect((0...Measurement.maximumVersion).contains(event.seq), "seq is \(event.seq).")
                try Cases.expect(event.records.count <= LiveEvent.maximumRecordCount, "\(event.records.count) records")
                for record in event.records {
                    let again = try Measurement(json: try JSONValue(parsing: record.json))
                    try Cases.expect(again == record, "\(record.json)")
                }
            }
            return live.isEmpty ? "\(min(events.count, 3)) events" : FuzzTarget.accepted
        }
        target.words =
            FuzzTextTests.words + [
                "data:", "data: ", "data", "\n\n", "\r\n", "\r", ":", "id: 1\n", "event: x\n", "\"seq\":9",
            ]
        try await FuzzRun.run(target)
    }

    /// The events of a whole stream, as the standard describes them: lines first, then fields. For streams so small that no
    /// limit matters.
    private static func events(in bytes: [UInt8]) -> [[UInt8]] {
        var events: [[UInt8]] = []
        var data: [[UInt8]] = []
        let isMarked = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        // Every line end becomes LF. What follows the last one is an event that hasn't ended.
        let marked = Data(bytes.dropFirst(isMarked ? 3 : 0)).split(separator: 0x0D, omittingEmptySubsequences: false)
            .enumerated()
        let text = marked.flatMap { index, piece in
            index == 0 ? Array(piece) : piece.first == 0x0A ? Array(piece) : [0x0A] + piece
        }
        for line in text.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast() {
            if line.isEmpty {
                if !data.isEmpty { events.append(Array(data.joined(separator: [0x0A]))) }
                data = []
            } else {
                let field = line.prefix { $0 != UInt8(ascii: ":") }
                guard field.elementsEqual("data".utf8) else { continue }
                let value = line.dropFirst(field.count + 1)
                data.append(Array(value.first == 0x20 ? value.dropFirst() : value))
            }
        }
        return events
    }

    private static let now = Timestamp(rfc3339: "2026-07-01T07:30:00Z")!

    @Test("A model's answer yields only entries that could be stored, and the browser takes the same ones")
    func entries() async throws {
        let browser = BrowserAnswers("entries")
        var target = FuzzTarget("entries", caseCount: 2_000) { input in
            guard let text = String(validating: input, as: UTF8.self) else { return "not UTF-8" }
            let entries = ParsedEntry.reading(text, now: Self.now)
            try Cases.expect(entries.count <= ParsedEntry.maximumCount, "\(entries.count) entries")
            for entry in entries {
                let record = try entry.toMeasurement(now: Self.now)
                try record.validate()
                try Cases.expect(entry.recordedAt <= Self.now, "\(entry.recordedAt) is to come.")
                try Cases.expect(ParsedEntry(.object(entry.members)) == entry, "\(entry) reads back as another.")
            }
            let lists = entries.map { entry -> JSONValue in
                .array([
                    .string(entry.kind.rawValue), .number(entry.value), .string(entry.unit.rawValue),
                    .string(entry.recordedAt.rfc3339), entry.label.map { .string($0) } ?? .null,
                ])
            }
            let error = Self.error(in: text)
            try await browser.note(
                input, answer: error == nil ? CanonicalJSON.text(.array(lists)) : nil,
                browserMayAccept: error.map { !$0.isEmpty } ?? false)
            return entries.isEmpty ? error ?? "no entries" : FuzzTarget.accepted
        }
        target.cpuLimitSeconds = nil
        target.words =
            FuzzTextTests.words + ["{\"entries\":[", "]}", "72.3", "\"recordedAt\":\"2026-07-01T07:30:00Z\""]
        try await FuzzRun.run(target)
        try await browser.compare()
    }

    /// The reason why a text is no JSON for us; nil where it is. JavaScript takes some of what we refuse: a name that
    /// occurs twice, halves of surrogate pairs, great numbers and any depth.
    private static func error(in text: String) -> String? {
        do {
            _ = try JSONValue(parsing: text)
            return nil
        } catch { return error.detail }
    }
}
