import Foundation
import TestSupport
import Testing

@testable import Vitals

@Suite("One wrong byte in an export")
struct HealthOneByteTests {
    /// Elements of an export, the values of their samples being 61 to 64.
    private static let elements = """
        <ExportDate value="2024-03-01 09:15:42 +0100"/>
         \(HealthFixture.record(source: "Ada's &amp; Scale", value: "61"))
         \(HealthFixture.record(value: "62").replacing("/>", with: ">"))
          <MetadataEntry key="k" value="v"/>
         </Record>
         <Correlation type="c">
          \(HealthFixture.record(value: "63"))
         </Correlation>
         \(HealthFixture.record(value: "64"))
        """

    /// A quote, what begins and ends a tag, and what belongs nowhere; nil stands for a byte that is lost.
    private static let bytes: [UInt8?] = [nil, 0, 1, 0x20, 0x0A, 0x22, 0x27, 0x3C, 0x3E, 0x2F, 0x78, 0xFF, 0x21, 0x3F]

    @Test("costs at most the sample that it's in, and one that is lost is counted", arguments: Self.bytes)
    func anywhere(byte: UInt8?) throws {
        let whole = Array(HealthFixture.export(Self.elements).utf8)
        let text = String(decoding: whole, as: UTF8.self)
        let start = try #require(text.range(of: "<ExportDate")).lowerBound.utf16Offset(in: text)
        let end = try #require(text.range(of: "</HealthData")).lowerBound.utf16Offset(in: text)
        for index in start..<end where byte != whole[index] {
            var bytes = whole
            if let byte { bytes[index] = byte } else { bytes.remove(at: index) }
            let place = String(decoding: bytes[max(0, index - 10)..<(index + 10)], as: UTF8.self)
            let (measurements, summary) = try HealthFixture.read(bytes)
            let lost = Set([61, 62, 63, 64]).subtracting(measurements.map(\.value))
            expect(lost.count <= 1, "\(lost) at \(index): \(place)")
            let counted = summary.unreadableCount + summary.refusedCount + summary.skippedCount
            // A sound file has two elements that are skipped. A wrong digit makes another value.
            expect(lost.isEmpty || measurements.count == 4 || counted > 2, "\(lost) at \(index): \(place)")
        }
    }
}
