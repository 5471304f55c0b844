import Foundation
import StepSupport
import TestSupport
import Testing

@testable import Vitals

@Suite("A source that was renamed between two exports")
struct HealthRenamedTests {
    private let folder: TemporaryFolder
    private let device: Device

    init() throws {
        folder = try TemporaryFolder()
        device = try Device(directory: folder.path("phone"))
    }

    private func imported(_ records: [String]) throws -> ImportReport {
        let path = folder.path("export.xml")
        try HealthExport.write(records, to: path)
        return try device.importHealthExport(.file(path)).report
    }

    private func steps(_ count: Int, source: String, day: Int = 1, value: String? = nil) -> [String] {
        (0..<count).map { number in
            HealthExport.record(
                type: "HKQuantityTypeIdentifierStepCount", value: value ?? "\(100 + number)", unit: "count",
                start: "2024-01-0\(day) 1\(number):00:00 +0100", end: "2024-01-0\(day) 1\(number):10:00 +0100",
                source: source)
        }
    }

    @Test("its samples count as known, and only its new ones are added, however often it's read")
    func renamed() throws {
        _ = try imported(steps(5, source: "iPhone"))
        for _ in 0..<2 {
            let report = try imported(steps(5, source: "Ada’s iPhone"))
            expect(report.addedCount == 0 && report.presentCount == 5, "\(report)")
        }
        let later = try imported(steps(5, source: "Ada’s iPhone") + steps(2, source: "Ada’s iPhone", day: 2))
        expect(later.addedCount == 2 && later.presentCount == 5, "\(later)")
        try expect(device.list().count, equals: 7)
    }

    @Test("a weight, whose record doesn't say its source, counts as known too")
    func weights() throws {
        let names = ["Scale", "Bathroom"]
        let exports = names.map {
            [HealthExport.record(value: "72", source: $0), HealthExport.record(value: "73", source: $0)]
        }
        _ = try imported(exports[0])
        let report = try imported(exports[1])
        expect(report.addedCount == 0 && report.presentCount == 2, "\(report)")
    }

    @Test("two sources with equal samples in one export both stay, in either order and again")
    func bothStay() throws {
        let both = steps(3, source: "Watch") + steps(3, source: "Phone")
        try expect(imported(steps(3, source: "Watch")).addedCount, equals: 3)
        try expect(imported(both).addedCount, equals: 3)
        try expect(imported(both.reversed()).presentCount, equals: 6)
        try expect(device.list().count, equals: 6)
    }

    @Test("one record stands for one sample: a second source of the later export is new")
    func oneForOne() throws {
        _ = try imported(steps(3, source: "Old"))
        let report = try imported(steps(3, source: "New") + steps(3, source: "Another"))
        expect(report.addedCount == 3 && report.presentCount == 3, "\(report)")
    }

    @Test("another start, end or value is another sample, and so is one that a person typed")
    func different() throws {
        _ = try imported(steps(1, source: "Old"))
        let time = try #require(Timestamp(rfc3339: "2024-01-02T06:31:00Z"))
        try device.add(.weight, 72.5, .kilograms, recordedAt: time)
        let type = "HKQuantityTypeIdentifierStepCount"
        let report = try imported(
            steps(1, source: "New", value: "99") + [
                HealthExport.record(),
                HealthExport.record(
                    type: type, value: "100", unit: "count", start: "2024-01-01 10:01:00 +0100",
                    end: "2024-01-01 10:10:00 +0100", source: "New"),
                HealthExport.record(
                    type: type, value: "100", unit: "count", start: "2024-01-01 10:00:00 +0100",
                    end: "2024-01-01 10:11:00 +0100", source: "New"),
            ])
        expect(report.addedCount == 4 && report.presentCount == 0, "\(report)")
    }

    @Test("an export that is damaged at its end removes nothing and adds nothing")
    func damagedEnd() throws {
        _ = try imported(steps(5, source: "iPhone"))
        let path = folder.path("cut.xml")
        try HealthExport.write(steps(5, source: "Ada’s iPhone"), to: path)
        try Data(Data(contentsOf: URL(filePath: path)).dropLast(16)).write(to: URL(filePath: path))
        #expect(throws: HealthImportError.self) { try device.importHealthExport(.file(path)) }
        try expect(device.list().count, equals: 5)
    }
}
