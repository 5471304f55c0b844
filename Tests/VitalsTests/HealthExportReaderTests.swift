import Foundation
import TestSupport
import Testing

@testable import Vitals

@Suite("Apple Health export")
struct HealthExportReaderTests {
    @Test("the fixture gives its forty samples and counts the rest")
    func fixture() throws {
        let (measurements, summary) = try HealthFixture.read(HealthFixture.bytes())
        expect(measurements.count, equals: 40)
        expect(Set(measurements.map(\.id)).count, equals: 39)  // one heart rate stands inside of a correlation too
        expect(summary.recordsRead, equals: 48)
        expect(summary.exportDate?.rfc3339, equals: "2024-03-01T08:15:42Z")
        expect(summary.accepted, equals: [.weight: 12, .steps: 7, .heartRate: 10, .activeEnergy: 5, .distance: 6])
        expect(summary.skipped["HKQuantityTypeIdentifierDistanceCycling"], equals: 1)
        expect(summary.skipped["HKQuantityTypeIdentifierBloodPressureSystolic"], equals: 2)
        expect(summary.skipped["Workout"], equals: 1)
        expect(summary.skipped["Correlation"], equals: 1)
        expect(summary.skipped["MetadataEntry"], equals: 13)
        expect(summary.refusedCount, equals: 0)
        expect(summary.unreadableCount, equals: 0)
        expect(summary.bytesRead, equals: Int64(try HealthFixture.bytes().count))
        for measurement in measurements { #expect(throws: Never.self) { try measurement.validate() } }
    }

    @Test("reading again gives the same records")
    func replay() throws {
        let bytes = try HealthFixture.bytes()
        try expect(HealthFixture.read(bytes).measurements, equals: HealthFixture.read(bytes).measurements)
    }

    @Test("only the kinds that were asked for are read")
    func kinds() throws {
        let reader = HealthExportReader(source: MemoryByteSource(try HealthFixture.bytes()), kinds: [.weight])
        while let measurement = try reader.next() { expect(measurement.kind, equals: .weight) }
        expect(reader.summary.accepted, equals: [.weight: 12])
        expect(reader.summary.skipped["HKQuantityTypeIdentifierStepCount"], equals: 7)
    }

    @Test("a record becomes the measurement that it means")
    func record() throws {
        let xml = HealthFixture.record(
            source: "Küche&#160;&amp; Bad &lt;1&gt; 📱", unit: "lb", value: "159.5", start: "2024-01-02 07:31:00 -0530")
        let read = try HealthFixture.read(HealthFixture.export(xml)).measurements
        let measurement = try #require(read.first)
        expect(measurement.value, equals: 159.5 * 0.45359237)
        expect(measurement.recordedAt.rfc3339, equals: "2024-01-02T13:01:00Z")
        expect(measurement.updatedAt.rfc3339, equals: "2024-01-02T06:31:05Z")
        let sample = HealthSample(
            type: .bodyMass, value: measurement.value, start: measurement.recordedAt, end: measurement.recordedAt,
            created: nil, sourceName: "Küche\u{A0}& Bad <1> 📱")
        expect(measurement.id, equals: sample.id)
    }

    @Test("values that nobody can have are counted with their reason, and the import goes on")
    func refused() throws {
        let xml = HealthFixture.export(
            [
                HealthFixture.record(value: "7250"), HealthFixture.record(value: "-1"),
                HealthFixture.record(value: "72"),
            ].joined(separator: "\n"))
        let (measurements, summary) = try HealthFixture.read(xml)
        expect(measurements.map(\.value), equals: [72])
        expect(
            summary.refused.map { "\($0.key.code.rawValue) \($0.value)" }.sorted(),
            equals: ["out_of_bounds 2"])
    }

    @Test("records that cannot be read are counted with their lines, and the import goes on")
    func unreadable() throws {
        let broken = [
            HealthFixture.record(type: nil), HealthFixture.record(source: nil), HealthFixture.record(unit: nil),
            HealthFixture.record(unit: "parsec"), HealthFixture.record(value: nil), HealthFixture.record(value: "72,5"),
            HealthFixture.record(value: "nan"), HealthFixture.record(value: "0x1p3"),
            HealthFixture.record(value: "1e999"),
            HealthFixture.record(value: ""), HealthFixture.record(start: nil),
            HealthFixture.record(start: "2024-02-30 07:31:00 +0100"), HealthFixture.record(start: "2024-01-02 07:31"),
            HealthFixture.record(start: "2024-01-02T07:31:00 +0100"),
            HealthFixture.record(end: "2023-01-02 07:31:00 +0100"), HealthFixture.record(created: "yesterday"),
        ]
        let xml = HealthFixture.export(broken.joined(separator: "\n") + "\n" + HealthFixture.record(value: "72"))
        let (measurements, summary) = try HealthFixture.read(xml)
        expect(measurements.map(\.value), equals: [72])
        expect(summary.unreadableCount, equals: broken.count)
        expect(summary.unreadable.map(\.line), equals: Array(3..<(3 + broken.count)))
        expect(summary.unreadable[1].reason, equals: "The attribute sourceName is missing.")
        expect(summary.unreadable[3].reason, equals: "The unit \"parsec\" doesn't measure WEIGHT.")
    }

    @Test(
        "a name of a thousand bytes is read, and a longer one costs its record, however it's made",
        .timeLimit(.minutes(1)))
    func longNames() throws {
        func read(_ source: String) throws -> HealthExportSummary {
            let records = [HealthFixture.record(source: source), HealthFixture.record(value: "71")]
            return try HealthFixture.read(HealthFixture.export(records.joined(separator: "\n"))).summary
        }
        let kept = try read(String(repeating: "x", count: 1_000))
        expect(kept.acceptedCount == 2 && kept.unreadableCount == 0)
        // Comparing combining marks as characters takes a time that grows with the square of their number.
        let marks = "e" + String(repeating: "\u{301}", count: 50_000)
        for name in [String(repeating: "x", count: 1_001), marks] {
            let started = ContinuousClock.now
            let summary = try read(name)
            expect(summary.acceptedCount, equals: 1)
            expect(
                summary.unreadable.map(\.reason), equals: ["The attribute sourceName is longer than 1000 bytes."])
            expect(summary.unreadable.map(\.line), equals: [3])
            expect(ContinuousClock.now - started < .seconds(1))
        }
        for record in [HealthFixture.record(type: marks), HealthFixture.record(unit: marks)] {
            try expect(HealthFixture.read(HealthFixture.export(record)).summary.unreadableCount, equals: 1)
        }
    }

    @Test("a type with a control character is unreadable, and not one of another type")
    func controlInType() throws {
        let record = HealthFixture.record(type: "HKQuantityTypeIdentifierBody\u{1}Mass")
        let summary = try HealthFixture.read(HealthFixture.export(record)).summary
        expect(summary.unreadable.map(\.line), equals: [3])
        expect(summary.skippedCount, equals: 0)
    }

    @Test("a file with endlessly many names of types does not fill the memory")
    func manyTypes() throws {
        let records = (0..<2_000).map { "<Record type=\"T\($0)\"/>" }.joined()
        let summary = try HealthFixture.read(HealthFixture.export(records)).summary
        expect(summary.skippedCount, equals: 2_000)
        expect(summary.skipped.count, equals: HealthExportSummary.maximumSkippedNames + 1)
        expect(summary.skipped[HealthExportSummary.otherNames], equals: 1_500)
    }

    @Test("another XML is refused by name", arguments: ["<gpx/>", "<a><HealthData/></a>"])
    func otherXML(xml: String) throws {
        let error = try HealthFixture.failure(of: "\n" + xml)
        expect(error.code, equals: .notAnExport)
        expect(error.line, equals: 2)
    }

    @Test("the clinical document is named as what it is")
    func clinicalDocument() throws {
        try expect(HealthFixture.failure(of: "<ClinicalDocument/>").detail.contains("Import export.xml"))
    }

    @Test("a record outside of an export is refused")
    func recordAsRoot() throws {
        try expect(HealthFixture.failure(of: HealthFixture.record()).code, equals: .notAnExport)
    }
}
