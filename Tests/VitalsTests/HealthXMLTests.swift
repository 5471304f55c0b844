import Foundation
import TestSupport
import Testing

@testable import Vitals

@Suite("XML of an Apple Health export")
struct HealthXMLTests {
    private static let declaration = "<?xml version=\"1.0\"?>\n"

    @Test("pieces of every size give the same result")
    func pieces() throws {
        let bytes = try HealthFixture.bytes()
        let whole = try HealthFixture.read(bytes)
        for size in [1, 2, 3, 5, 7, 64, 509, 4096] {
            let pieces = try HealthFixture.read(bytes, pieceSize: size)
            expect(pieces.measurements, equals: whole.measurements, "in pieces of \(size)")
            expect(pieces.summary, equals: whole.summary, "in pieces of \(size)")
        }
    }

    @Test("a cut at every byte gives the same result")
    func everyCut() throws {
        let xml =
            "\u{FEFF}<?xml version='1.0' encoding='utf-8'?>\r\n<!DOCTYPE HealthData [<!-- ]> ' --><!ENTITY a \"]>\">]>\n"
            + "<HealthData><![CDATA[ </x> ]]]><!-- é -->\n<?note > ?>" + HealthFixture.record(source: "é&#x1F4F1;&amp;")
            + "&#65;</HealthData  >\n<!-- end -->"
        let bytes = Array(xml.utf8)
        let whole = try HealthFixture.read(bytes)
        expect(whole.measurements.count, equals: 1)
        for cut in 1..<bytes.count {
            // The first piece ends at the cut, and so do the buffers after it.
            let parts = PrefixedByteSource(
                prefix: Array(bytes[..<cut]), rest: MemoryByteSource(Array(bytes[cut...])))
            let reader = HealthExportReader(source: parts)
            try expect(reader.next(), equals: whole.measurements[0], "cut at \(cut)")
            try expect(reader.next() == nil, "cut at \(cut)")
        }
    }

    @Test("a file cut short at any byte is an error, never a shorter history")
    func truncated() throws {
        let bytes = Array(HealthFixture.export(HealthFixture.record(source: "é")).utf8)
        let end = bytes.count - 1  // the line feed after the last tag may be missing
        for cut in 0..<end {
            #expect(throws: HealthImportError.self, "cut at \(cut)") { try HealthFixture.read(Array(bytes[..<cut])) }
        }
        #expect(throws: Never.self) { try HealthFixture.read(Array(bytes[..<end])) }
    }

    @Test("a damaged file is an error that names its line", arguments: Self.damaged)
    func malformed(line: Int, xml: String) throws {
        let error = try HealthFixture.failure(of: xml)
        expect(error.code, equals: .malformed)
        expect(error.line, equals: line)
        expect(error.description.hasPrefix("Line \(line): "))
    }

    private static let damaged: [(Int, String)] = [
        (1, ""), (1, "weight,72"), (2, "<HealthData>\n<Record"), (3, "<HealthData>\n<Record type=\"a\n\">"),
        (1, "< HealthData></HealthData>"), (1, "<Health\u{1}Data></HealthData>"), (2, "<HealthData/>\n</HealthData>"),
        (2, "<HealthData/>\n<HealthData/>"), (2, "<HealthData/>\ntext"), (2, "<HealthData/>\n<![CDATA[x]]>"),
        (2, "<HealthData>\n<!-- never closed\n\n</HealthData>"),
        (2, "<HealthData>\n<![CDATA[ never closed\n</HealthData>"),
        (2, "<HealthData>\n<!DOCTYPE HealthData></HealthData>"),
        (2, "<HealthData>\n<?xml version='1.0'?></HealthData>"),
        (3, "<HealthData>\n<Record/>\n</HealthDat>"), (3, "<HealthData>\n<Record/>\n</>"),
        (3, "<HealthData>\n<Record/>\n</\u{1}>"), (3, "<HealthData>\n<Record type='a>\n<Record/></HealthDat"),
        (2, "\n<?xml version='1.0'?><HealthData/>"), (1, "<?xml version='1.0' encoding='UTF-16'?><HealthData/>"),
        (2, "<!DOCTYPE HealthData [\n<!ELEMENT HealthData"), (2, "<!DOCTYPE HealthData [\n<HealthData>"),
    ]

    @Test("UTF-16 is refused, with or without a mark", arguments: [String.Encoding.utf16, .utf16LittleEndian])
    func utf16(encoding: String.Encoding) throws {
        let data = try #require(HealthFixture.export(HealthFixture.record()).data(using: encoding))
        #expect(throws: HealthImportError.self) { try HealthFixture.read(Array(data)) }
    }

    @Test("line ends of every sort count and read alike")
    func lineEnds() throws {
        let xml = HealthFixture.export(HealthFixture.record(source: "a\nb") + "\n" + HealthFixture.record(value: "?"))
        let unix = try HealthFixture.read(xml)
        let dos = try HealthFixture.read(xml.replacingOccurrences(of: "\n", with: "\r\n"))
        expect(unix.measurements, equals: dos.measurements)
        expect(unix.summary.unreadable, equals: dos.summary.unreadable)
        expect(unix.summary.unreadable.map(\.line), equals: [5])
    }

    @Test("an entity that the DTD declares is not resolved, so that none can grow")
    func entities() throws {
        let dtd = "<!DOCTYPE HealthData [\n<!ENTITY a \"aaaa\">\n<!ENTITY b \"&a;&a;\">\n]>\n"
        #expect(throws: Never.self) { try HealthFixture.read(dtd + "<HealthData/>") }
        let error = try HealthFixture.failure(of: dtd + "<Other locale='&b;'/>")
        expect(error.line, equals: 5)
        let kept = try HealthFixture.read(
            dtd + "<HealthData>\(HealthFixture.record())&a;<Me locale='&b;'/></HealthData>")
        expect(kept.measurements.count, equals: 1)
        expect(kept.summary.unreadable.map(\.line), equals: [5, 5])
    }

    @Test("a DTD with a declaration that is not closed, as iOS once wrote it, does no harm")
    func brokenDTD() throws {
        let dtd =
            "<!DOCTYPE HealthData [\n<!ATTLIST Record\n type CDATA #REQUIRED\n<!ELEMENT MetadataEntry EMPTY>\n]>\n"
        try expect(
            HealthFixture.read(dtd + "<HealthData>\(HealthFixture.record())</HealthData>").measurements.count, equals: 1
        )
    }

    @Test("a DTD with a quote too many, or without its end, does no harm", arguments: ["CDATA\"", "CDATA'"])
    func damagedDTD(word: String) throws {
        let dtd = "<!DOCTYPE HealthData [\n<!-- it's -->\n<!ATTLIST Record\n type \(word) #REQUIRED\n>\n]>\n"
        for (dtd, lines) in [(dtd, []), (dtd.replacing("]>", with: ">"), [7])] {
            let (measurements, summary) = try HealthFixture.read(
                dtd + "<HealthData>\(HealthFixture.record())</HealthData>")
            expect(measurements.count, equals: 1)
            expect(summary.unreadable.map(\.line), equals: lines)
        }
    }

    @Test("an attribute of up to a mebibyte is read, a longer one costs its tag")
    func hugeAttribute() throws {
        let long = String(repeating: "x", count: XMLTagReader.maximumTagSizeBytes - 1_000)
        func record(device: String) -> String {
            HealthFixture.record().replacing("/>", with: " device=\"\(device)\"/>")
        }
        try expect(HealthFixture.read(HealthFixture.export(record(device: long))).measurements.count, equals: 1)
        for size in [2_000, 5 << 20] {
            let longer = record(device: long + String(repeating: "x", count: size))
            let (measurements, summary) = try HealthFixture.read(
                HealthFixture.export(longer + HealthFixture.record() + longer.replacing("/>", with: "></Record>")))
            expect(measurements.count, equals: 1)
            expect(summary.unreadable.map(\.line), equals: [3, 3])
            expect(summary.unreadable[0].reason.contains("longer than"))
        }
    }

    @Test("too many attributes cost their tag, and too deep a nesting is an error")
    func limits() throws {
        let attributes = (0...64).map { "a\($0)=''" }.joined(separator: " ")
        let (measurements, summary) = try HealthFixture.read(
            HealthFixture.export("<Record \(attributes)/>" + HealthFixture.record()))
        expect(measurements.count, equals: 1)
        expect(summary.unreadable[0].reason.contains("64 attributes"))
        func nested(_ levels: Int) -> String {
            "<HealthData>" + String(repeating: "<a>", count: levels - 1)
                + String(repeating: "</a>", count: levels - 1) + "</HealthData>"
        }
        #expect(throws: Never.self) { try HealthFixture.read(nested(XMLTokenizer.maximumDepth)) }
        try expect(HealthFixture.failure(of: nested(XMLTokenizer.maximumDepth + 1)).detail.contains("nested"))
    }
}
