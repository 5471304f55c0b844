import Foundation
import TestSupport
import Testing

@testable import Vitals

@Suite("A tag of an export whose end is hard to find")
struct HealthBrokenTagTests {
    private static func weight(_ value: String) -> String { HealthFixture.record(value: value) }

    /// Reads an export of two sound weights with something between them, in line 4.
    private func expectDamage(
        _ xml: String, lines: [Int] = [4], before: String = "", after: String = "", separator: String = "\n"
    ) throws {
        let parts = [Self.weight("71"), before + xml + after, Self.weight("72")]
        let bytes = Array(HealthFixture.export(parts.joined(separator: separator)).utf8)
        for (piece, chunk) in [(Int.max, 1 << 16), (1, 64), (7, 3)] {
            let (measurements, summary) = try HealthFixture.read(bytes, pieceSize: piece, chunkSizeBytes: chunk)
            expect(measurements.map(\.value), equals: [71, 72], "\(xml)")
            expect(summary.unreadable.map(\.line), equals: lines, "\(xml): \(summary.unreadable)")
        }
    }

    private static let sound = weight("5").replacing("value=", with: "device=\"d\" value=")

    @Test("a start tag whose end is in doubt costs that tag, and no other", arguments: Self.starts)
    func startTag(xml: String) throws {
        try expectDamage(xml)
        // In a file without line feeds there's only the next `<`.
        try expectDamage(xml, lines: [3], separator: "")
        try expectDamage(xml, before: "<Correlation>", after: "</Correlation>")
    }

    private static let starts: [String] =
        [
            "<>", "<1>", "<Record\u{1}>", "<Record/\u{1}>", sound.replacing("/>", with: "/\u{1}>"),
            sound.replacing("/>", with: " / >"), sound.replacing("/>", with: "/ >"),
            sound.replacing("device=\"d\"", with: "device=\"a \"b>c\" name\""),
            sound.replacing("device=\"d\"", with: "device=\"a \"b> c\" name\""),
            sound.replacing("device=\"d\"", with: "device=\"a \" b\""),
            sound.replacing("device=\"d\"", with: "device=\"a>b"), sound.replacing("Record ", with: "Record \""),
            sound.replacing("<R", with: "<!R"), sound.replacing("<R", with: "<?R"), sound.replacing("<R", with: "<!-R"),
            sound.replacing("<R", with: "<![C"), "<Me a=\"1\"b></Me>", "<Me a=\"></Me>", "<Me a=\"1></Me>",
        ] + quotesMissing

    /// A record without one of its quotes, for each of them.
    private static let quotesMissing = sound.indices.filter { sound[$0] == "\"" }.map { index in
        var text = sound
        text.remove(at: index)
        return text
    }

    @Test("a quote that became another character costs that tag", arguments: ["'", "\u{1}", "x", ">", "<", "/", " "])
    func otherQuote(character: Character) throws {
        for index in Self.sound.indices where Self.sound[index] == "\"" {
            let xml = Self.sound.replacingCharacters(in: index...index, with: String(character))
            let (measurements, summary) = try HealthFixture.read(
                HealthFixture.export([Self.weight("71"), xml, Self.weight("72")].joined(separator: "\n")))
            expect(measurements.map(\.value), equals: [71, 72], "\(xml)")
            expect(Set(summary.unreadable.map(\.line)), equals: [4], "\(xml): \(summary.unreadable)")
        }
    }

    @Test("a tag without its > ends where the next one begins")
    func noEnd() throws {
        for end in ["", "/", " "] { try expectDamage(Self.sound.replacing("/>", with: end)) }
        try expectDamage(Self.sound.replacing("/>", with: ""), lines: [3], separator: "")
        try expectDamage("</Correlation ", before: "<Correlation>")
    }

    @Test(
        "an end tag that is damaged still closes what is open",
        arguments: [
            "</Rec\u{1}ord>", "</Record\u{1}>", "</Record x=\"1\">", "</Record/>", "</>", "</ >", "</ Record>",
            "</Recor>",
            "</Record x=\"1>", "</Record\">", "</\u{1}>", "</Record \n", "<!/Record>", "<?/Record>", "|/Record>",
        ])
    func endTag(xml: String) throws {
        let open = Self.sound.replacing("/>", with: ">").replacing("BodyMass", with: "Height")
        try expectDamage(open + xml)
        try expectDamage(open + "<MetadataEntry/>".replacing("Entry", with: "Entry\u{1}") + "\n" + xml, lines: [4, 5])
    }

    @Test("the end of the root may hold more than its name", arguments: ["\u{1}>", " x=\"1\">", "/>", "\">"])
    func rootEnd(end: String) throws {
        let xml = HealthFixture.export(Self.weight("71")).replacing("</HealthData>", with: "</HealthData" + end)
        let (measurements, summary) = try HealthFixture.read(xml)
        expect(measurements.map(\.value), equals: [71])
        expect(summary.unreadable.map(\.line), equals: [4])
    }

    @Test("a quote that is missing in the last tag, or in the first one, costs only that tag")
    func outermost() throws {
        let last = HealthFixture.export(Self.weight("71") + "\n" + Self.weight("5").replacing("\"/>", with: "/>"))
        let first = HealthFixture.export(Self.weight("71")).replacing("en_GB\"", with: "en_GB")
        for (xml, line) in [(last, 4), (first, 2)] {
            let (measurements, summary) = try HealthFixture.read(xml)
            expect(measurements.map(\.value), equals: [71])
            expect(summary.unreadable.map(\.line), equals: [line])
        }
    }

    @Test("a < within a closed value is only a character")
    func lessThan() throws {
        for name in ["a < b", "<", "<b>", "a\n<b", "a>\n <Record "] {
            let (measurements, summary) = try HealthFixture.read(
                HealthFixture.export(HealthFixture.record(source: name)))
            expect(measurements.count, equals: 1)
            expect(summary.unreadableCount, equals: 0)
            let record = try #require(measurements.first)
            let sample = HealthSample(
                type: .bodyMass, value: 72.5, start: record.recordedAt, end: record.recordedAt,
                created: nil, sourceName: name.replacing("\n", with: " "))
            expect(record.id, equals: sample.id)
        }
    }

    @Test("an element that is never closed, or closed by another name, is named by its own line")
    func nesting() throws {
        let open = Self.sound.replacing("/>", with: ">").replacing("BodyMass", with: "Height")
        try expectDamage(open, before: "<Workout>", after: "</Workout>")
        try expectDamage("<Workout>\n</Workout>\n</Workout>", lines: [6])
        try expectDamage("<Workout>\n</Walkout>", lines: [5])
    }

    @Test("a tag that lost its < is text, and is counted", arguments: ["x", "", "\u{1}"])
    func text(instead: String) throws {
        try expectDamage(Self.sound.replacing("<", with: instead))
        try expectDamage(instead + "Workout a=\"1\">\n</Workout>")
        try expectDamage("<Workout>\n" + instead + "/Workout>", lines: [5])
    }

    @Test("a control character in a tag that Health itself writes is counted")
    func ownTags() throws {
        let xml = HealthFixture.export("<ExportDate value=\"2024-03-01\u{2} 09:15:42 +0100\"/>\n" + Self.weight("71"))
        let (measurements, summary) = try HealthFixture.read(xml.replacing("en_GB", with: "en\u{1}GB"))
        expect(measurements.count, equals: 1)
        expect(summary.unreadable.map(\.line), equals: [2, 3])
        expect(summary.unreadable.first?.reason.contains("U+0001") == true)
    }

    @Test(
        "no file makes us read more than twice of it again, so the time grows with its size",
        arguments: [
            "<", "<a", "<a b=\"", "<a b='\n", "<a b=\">\n<a b='>\n", "<a b=\">\n<a b=\" c=\">\n", "<a b=\"' x='>\n",
            "<a b='\" x=\">\n<c ", "<a b=\">\n<", "<a b=\"/>\n<a b='/>\n", "<?", "<!\n",
            "<a b='/>" + ("\n<a b=\"\"/>" * 2_000),
        ])
    func linear(unit: String) throws {
        let bytes = Array(("<HealthData>" + unit * (200_000 / unit.utf8.count)).utf8)
        let tokenizer = XMLTokenizer(input: XMLInput(source: MemoryByteSource(bytes), chunkSizeBytes: 4_096))
        #expect(throws: HealthImportError.self) { while try tokenizer.nextTag() != nil {} }
        expect(tokenizer.tags.givenBackBytes <= 2 * bytes.count, "\(tokenizer.tags.givenBackBytes)")
    }
}

private func * (text: String, count: Int) -> String { String(repeating: text, count: count) }
