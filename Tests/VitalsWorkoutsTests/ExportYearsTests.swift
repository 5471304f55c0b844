import Foundation
import TestSupport
import Testing
import Vitals
import VitalsFeatures
import VitalsWorkouts

/// An export of five years with two sources that overlap, journeys, and elements that occur twice.
@Suite("An export of years", .timeLimit(.minutes(5)))
struct ExportYearsTests {
    @Test("goes in twice and counts once, also after deletions between")
    func twice() throws {
        let file = try TemporaryPath()
        let contents = try HealthYears.write(to: file.path)
        let device = try Device.inMemory(clock: { ImportingPhone.now }, features: .all)
        let (summary, report) = try device.importHealthExport(.file(file.path))
        expect(summary.unreadableCount == 0 && summary.refusedCount == 0, "\(summary.lines)")
        expect(report.addedCount, equals: contents.records)
        expect(summary.item("samples")?.addedCount, equals: contents.samples)
        expect(summary.item("workouts")?.addedCount, equals: contents.workouts)
        expect(try device.samples.counts().total, equals: contents.samples)
        expect(try device.workouts.list().count, equals: contents.workouts)
        try checkDays(of: device, contents)
        try checkZones(of: device)

        // In between, a person deletes a month of samples and each third workout.
        let range = (Timestamp(rfc3339: "2023-03-01T00:00:00Z")!, Timestamp(rfc3339: "2023-04-01T00:00:00Z")!)
        let gone = try device.samples.list("BASAL_ENERGY", from: range.0, to: range.1)
        try device.samples.delete(gone.map(\.id))
        let goneWorkouts = try device.workouts.list().enumerated().filter { $0.offset % 3 == 0 }.map(\.element.id)
        for id in goneWorkouts { try device.workouts.delete(id) }
        let heights = try device.list(kind: .height)
        try device.delete(heights[0].measurement.id)

        let again = try device.importHealthExport(.file(file.path))
        expect(again.report.addedCount == 0 && again.report.updatedCount == 0, "\(again.report)")
        expect(again.summary.items.map(\.addedCount) == [0, 0], "\(again.summary.items)")
        expect(gone.count > 100)
        expect(try device.samples.counts().total, equals: contents.samples - gone.count)
        expect(try device.workouts.list().count, equals: contents.workouts - goneWorkouts.count)
        expect(try device.list(kind: .height).count, equals: heights.count - 1)
    }

    /// Watch and phone both counted the flights of an hour.
    private func checkDays(of device: Device, _ contents: HealthYears.Contents) throws {
        let flights = try #require(SampleType.named("FLIGHTS_CLIMBED"))
        for day in ["2021-06-01", "2022-02-28", "2025-09-30"] {
            let start = try #require(Timestamp(rfc3339: "\(day)T00:00:00+01:00"))
            let end = try #require(start.advanced(byMilliseconds: 86_400_000))
            expect(try device.samples.total(flights, in: start..<end), equals: contents.flightsPerDay, "\(day)")
        }
    }

    private func checkZones(of device: Device) throws {
        let all = try device.samples.list("BASAL_ENERGY", from: .min, to: .max, limit: 100_000)
        let away = all.filter { $0.zone == "America/New_York" }
        expect(away.count == 5 * 42 * 4 && all.allSatisfy { $0.zone != nil }, "\(away.count)")
    }
}
