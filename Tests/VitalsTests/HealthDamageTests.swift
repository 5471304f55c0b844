import Foundation
import TestSupport
import Testing

@testable import Vitals

@Suite("Damage within one tag of an export")
struct HealthDamageTests {
    /// An export of two sound weights with something between them, in line 4.
    private func read(_ between: [UInt8], pieceSize: Int = .max) throws
        -> (values: [Double], summary: HealthExportSummary)
    {
        let (before, after) = (HealthFixture.record(value: "71"), HealthFixture.record(value: "72"))
        let bytes = Array(HealthFixture.export("\(before)\n@\n\(after)").utf8)
        let parts = bytes.split(separator: UInt8(ascii: "@"), maxSplits: 1)
        let (measurements, summary) = try HealthFixture.read(parts[0] + between + parts[1], pieceSize: pieceSize)
        return (measurements.map(\.value), summary)
    }

    @Test(
        "what is wrong within a tag or a text costs only that, and is counted with its line",
        arguments: HealthDamageTests.damaged)
    func damage(xml: String, reason: String) throws {
        for size in [1, 7, Int.max] {
            let (values, summary) = try read(Array(xml.utf8), pieceSize: size)
            expect(values, equals: [71, 72], "\(xml)")
            expect(summary.unreadable.map(\.line), equals: [4], "\(xml)")
            expect(summary.unreadable.first?.reason.contains(reason) == true, "\(summary.unreadable)")
        }
    }

    private static let sound = HealthFixture.record(value: "5")
    private static let damaged: [(String, String)] = [
        (sound.replacing("unit=", with: "Health App Version=\"2\" unit="), "An attribute has no value."),
        (sound.replacing("unit=", with: "source=\"a\" source=\"b\" unit="), "same attribute twice"),
        (sound.replacing("unit=\"kg\"", with: "unit=kg"), "not in quotes"),
        (sound.replacing("\" unit", with: "\"unit"), "not separated by a space"),
        (sound.replacing("Scale", with: "&nbsp;"), "An \"&\" isn't followed"),
        (sound.replacing("Scale", with: "&#0;"), "U+0000"), (sound.replacing("Scale", with: "&#xFFFF;"), "U+FFFF"),
        (sound.replacing("Scale", with: "a\u{0}b"), "U+0000"),
        (sound.replacing("unit=", with: "\u{b} unit="), "U+000B"),
        (sound.replacing("Record ", with: "Rec\u{1b}ord "), "U+001B"),
        (sound.replacing("BodyMass", with: "Body\u{b}Mass").replacing("unit=", with: "unit"), "no value"),
        ("< Record/>", "no name"), ("<1/>", "no name"), ("<Record\u{1} a='b'></Record>", "U+0001"),
        ("<MetadataEntry key=a/>", "not in quotes"), ("<Me a='1' a='2'></Me>", "same attribute twice"),
        ("&big;", "isn't followed"), ("&", "isn't followed"), ("text \u{1} more \u{2}", "U+0001"),
        ("<Me></Me\u{0}>", "U+0000"),
    ]

    @Test("a byte that isn't UTF-8 is named, in a tag and in the text", arguments: HealthDamageTests.badBytes)
    func notUTF8(bytes: [UInt8], named: String) throws {
        let tag = Array(HealthFixture.record(source: "@", value: "5").utf8).split(separator: UInt8(ascii: "@"))
        let inTag: [UInt8] = Array(tag[0]) + bytes + Array(tag[1])
        for between in [inTag, bytes + [0x20]] {
            let (values, summary) = try read(between, pieceSize: 3)
            expect(values, equals: [71, 72])
            expect(summary.unreadable.map(\.line), equals: [4])
            expect(summary.unreadable.first?.reason.contains(named) == true, "\(summary.unreadable)")
        }
    }

    private static let badBytes: [([UInt8], String)] = [
        ([0xFF], "0xFF"), ([0xC0, 0x80], "0xC0"), ([0xC3, 0x28], "0xC3"), ([0xE0, 0x80, 0x80], "0xE0"),
        ([0xED, 0xA0, 0x80], "0xED"), ([0xF4, 0x90, 0x80, 0x80], "0xF4"), ([0xF5, 0x80, 0x80, 0x80], "0xF5"),
        ([0x80], "0x80"), ([0x00], "U+0000"), ([0xE2, 0x82, 0x20], "0xE2"),
    ]

    @Test("a name with a control character is read, as Health would tell it", arguments: ["\u{b}", "&#x0b;", "&#11;"])
    func controlCharacter(text: String) throws {
        let xml = HealthFixture.export(HealthFixture.record(source: "My\(text)Scale"))
        let (measurements, summary) = try HealthFixture.read(xml)
        let record = try #require(measurements.first)
        let sample = HealthSample(
            type: .bodyMass, value: 72.5, start: record.recordedAt, end: record.recordedAt, created: nil,
            sourceName: "My\u{b}Scale")
        expect(record.id, equals: sample.id)
        expect(summary.unreadableCount, equals: 0)
    }

    @Test("a damaged record of a type that is left out anyway is left out")
    func leftOutAnyway() throws {
        let fat = HealthFixture.record(type: "HKQuantityTypeIdentifierBodyFatPercentage").replacing(
            "unit=", with: "Health App unit=")
        let (values, summary) = try read(Array(fat.utf8))
        expect(values, equals: [71, 72])
        expect(summary.skipped["HKQuantityTypeIdentifierBodyFatPercentage"], equals: 1)
        expect(summary.unreadableCount, equals: 0)
        expect(summary.recordsRead, equals: 3)
    }

    @Test("the clock of twelve hours is read where it is unambiguous")
    func twelveHours() {
        func read(_ text: String) -> String? { Timestamp(healthExport: text)?.rfc3339 }
        expect(read("2026-06-10 7:00:00 AM +0100"), equals: "2026-06-10T06:00:00Z")
        expect(read("2026-06-10 07:00:00\u{202F}PM +0100"), equals: "2026-06-10T18:00:00Z")
        expect(read("2026-06-10 12:05:00\u{A0}a.m. +0000"), equals: "2026-06-10T00:05:00Z")
        expect(read("2026-06-10 12:05:00 pm +0000"), equals: "2026-06-10T12:05:00Z")
        expect(read("2026-06-10 1:05:09PM +0100"), equals: "2026-06-10T12:05:09Z")
        expect(read("2026-06-10 1:05:09\u{202F}p.\u{A0}m. +0100"), equals: "2026-06-10T12:05:09Z")
        expect(read("2026-06-10 오후 1:05:09 +0900"), equals: "2026-06-10T04:05:09Z")
        expect(read("2026-06-10 오전 12:05:09 +0900"), equals: "2026-06-09T15:05:09Z")
        expect(read("2026-06-10 下午1:05:09 +0800"), equals: "2026-06-10T05:05:09Z")
        expect(read("2026-06-10 上午11:05:09 +0800"), equals: "2026-06-10T03:05:09Z")
        expect(read("2026-06-10 午後1:05:09 +0900"), equals: "2026-06-10T04:05:09Z")
        for text in [
            "2026-06-10 오후 1:05:09 PM +0900", "2026-06-10 오후  1:05:09 +0900", "2026-06-10 PM 1:05:09 +0900",
            "2026-06-10 下午0:05:09 +0800", "2026-06-10 1:05:09下午 +0800", "2026-06-10 下午1:5:9 +0800", "2026-06-10  +0800",
            "2026-06-10 PM +0800", "2026-06-10 :: PM +0800", "2026-06-10 7:00:00 +0100", "2026-06-10 13:00:00 PM +0100",
            "2026-06-10 0:00:00 AM +0100",
            "2026-06-10 7:00:00 XM +0100", "2026-06-10 7:00:00 AM", "2026-06-10 7:00 AM +0100",
            "2026-06-10 +7:00:00 AM +0100", "2026-06-10 7:00:00  AM +0100", "10/06/2026 7:00:00 AM +0100",
        ] {
            expect(read(text) == nil, "\(text)")
        }
    }

    @Test("a clock that can't be read is named as the reason")
    func unreadableClock() throws {
        func reason(_ start: String) throws -> String {
            let xml = HealthFixture.export(HealthFixture.record(start: start))
            return try #require(HealthFixture.read(xml).summary.unreadable.first).reason
        }
        for text in [
            "2026-06-10 7:00:00 +0100", "2026-06-10 1:05:09 μ.μ. +0300", "2026-06-10 ١:٠٥ م +0300",
            "2026-06-10 晚上8:05:09 +0800", "2026-06-10 13:00:00 PM +0100",
        ] {
            try expect(reason(text).contains("twelve-hour clock"), "\(text)")
        }
        for text in [
            "yesterday", "2026-06-10", "2026-06-10 25:00:00 +0100", "10/06/2026 7:00:00 AM +0100", "",
            "2026-06-10  07:00:00 +0100",
        ] {
            try expect(!reason(text).contains("clock"), "\(text)")
        }
    }

    @Test("a fraction of a step is rounded, and a count below zero or without end is refused")
    func fractions() throws {
        func steps(_ value: String) -> String {
            HealthFixture.record(type: "HKQuantityTypeIdentifierStepCount", unit: "count", value: value)
        }
        let texts = ["1234.56", "16.5", "0.2", "17"].map(steps) + ["-3", "1e300"].map(steps)
        let (measurements, summary) = try HealthFixture.read(HealthFixture.export(texts.joined(separator: "\n")))
        expect(measurements.map(\.value), equals: [1235, 17, 0, 17])
        expect(summary.refusedCount, equals: 2)
    }

    @Test("an export that unpacks to more than the limit is given up, and says so")
    func limit() throws {
        let size = Int64(try HealthFixture.bytes().count)
        try expect(
            readHealthExport(.file(HealthFixture.path), limitBytes: size) { _ in }.acceptedCount, equals: 40)
        let error = try #require(throws: HealthImportError.self) {
            try readHealthExport(.file(HealthFixture.path), limitBytes: size - 1) { _ in }
        }
        expect(error.code, equals: .tooLarge)
        expect(error.detail.contains("raise the limit"))
        expect(HealthImportError.tooLarge(limitBytes: 32 << 30).detail.contains("32 GiB"))
    }
}
