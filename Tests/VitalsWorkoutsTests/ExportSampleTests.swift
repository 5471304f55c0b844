import TestSupport
import Testing
import Vitals
import VitalsFeatures
import VitalsWorkouts

@Suite("Samples of an export")
struct ExportSampleTests {
    @Test("are kept with what the source said: unit, device and zone")
    func kept() throws {
        let phone = try ImportingPhone()
        let (summary, report) = try phone.take(
            ExportXML.record(
                "BasalEnergyBurned", "52.3", "kJ", source: "Ada’s Watch", inner: ExportXML.zone("Europe/Berlin"),
                device: ExportXML.device),
            ExportXML.record("FlightsClimbed", "2", "count", end: "2026-05-01 07:40:00 +0200"))
        let basal = try #require(try phone.samples("BASAL_ENERGY").first)
        expect(basal.value == 52.3 && basal.unit == "kJ" && basal.source == "Ada’s Watch", "\(basal)")
        expect(basal.device == "Watch6,7" && basal.zone == "Europe/Berlin", "\(basal)")
        expect(basal.start.rfc3339 == "2026-05-01T05:30:00Z" && basal.end.rfc3339 == "2026-05-01T05:31:00Z")
        let flights = try #require(try phone.samples("FLIGHTS_CLIMBED").first)
        expect(flights.device == nil && flights.zone == nil)
        expect(summary.item("samples")?.addedCount == 2 && report.addedCount == 0)
        expect(summary.recordsRead == 2 && summary.skippedCount == 0, "\(summary)")
    }

    @Test("a zone belongs to the record that it stands in, and to no other one")
    func zones() throws {
        let phone = try ImportingPhone()
        try phone.take(
            "<Record type=\"HKCategoryTypeIdentifierSleepAnalysis\">\(ExportXML.zone("Asia/Tokyo"))</Record>",
            ExportXML.record("RestingHeartRate", "52", "count/min"),
            "<Correlation type=\"x\">\(ExportXML.record("RestingHeartRate", "53", "count/min"))\(ExportXML.zone("Asia/Tokyo"))</Correlation>",
            ExportXML.record(
                "RestingHeartRate", "54", "count/min", inner: "<List>\(ExportXML.zone("Asia/Tokyo"))</List>"),
            ExportXML.record("RestingHeartRate", "55", "count/min", inner: ExportXML.zone("Europe/Berlin")))
        let found = try phone.samples("RESTING_HEART_RATE").sorted { $0.value < $1.value }.map(\.zone)
        expect(found == [nil, nil, nil, "Europe/Berlin"], "\(found)")
    }

    @Test("the same file again adds nothing, nor does a sample that stands twice in it or in a correlation")
    func again() throws {
        let phone = try ImportingPhone()
        let record = ExportXML.record("RespiratoryRate", "14", "count/min")
        let elements = [record, record, "<Correlation type=\"x\">\(record)</Correlation>"].joined(separator: "\n")
        let first = try phone.take(elements).summary.item("samples")
        expect(first?.addedCount == 1 && first?.presentCount == 2, "\(String(describing: first))")
        let again = try phone.take(elements).summary.item("samples")
        expect(again?.addedCount == 0 && again?.presentCount == 3)
        expect(try phone.device.samples.counts().total == 1)
    }

    @Test("a sample that was deleted doesn't come back")
    func deleted() throws {
        let phone = try ImportingPhone()
        let record = ExportXML.record("RespiratoryRate", "14", "count/min")
        try phone.take(record)
        try phone.device.samples.delete(try phone.samples("RESPIRATORY_RATE").map(\.id))
        expect(try phone.take(record).summary.item("samples")?.addedCount == 0)
        expect(try phone.samples("RESPIRATORY_RATE").isEmpty)
    }

    @Test("a broken one costs only itself, and is counted with its line")
    func broken() throws {
        let phone = try ImportingPhone()
        let (summary, _) = try phone.take(
            ExportXML.record("RespiratoryRate", "NaN", "count/min"),
            ExportXML.record("RespiratoryRate", "14", "mmHg"),
            ExportXML.record(
                "RespiratoryRate", "14", "count/min", start: "2026-05-01 08:00:00 +0200",
                end: "2026-05-01 07:00:00 +0200"),
            ExportXML.record(
                "BasalEnergyBurned", "1", "kcal", start: "2020-05-01 08:00:00 +0200", end: "2026-05-01 07:00:00 +0200"),
            ExportXML.record("RespiratoryRate", "14", "count/min", source: ""),
            "<Record type=\"HKQuantityTypeIdentifierRespiratoryRate\" value=1/>",
            ExportXML.record("RespiratoryRate", "14", "count/min"))
        expect(summary.lines.map { $0.prefix(2) } == ["3:", "4:", "5:", "6:", "7:", "8:"], "\(summary.lines)")
        expect(summary.unreadableCount == 6 && summary.item("samples")?.addedCount == 1)
    }

    @Test("a device of part one leaves all of them out")
    func withoutTheFeature() throws {
        let phone = try Device.inMemory(features: .builtIn)
        let folder = try TemporaryPath()
        try folder.write(
            "<HealthData>\(ExportXML.record("RespiratoryRate", "?", "x"))\(ExportXML.workout())</HealthData>")
        let summary = try phone.importHealthExport(.file(folder.path)).summary
        expect(summary.skippedCount == 2 && summary.unreadableCount == 0 && summary.items.isEmpty, "\(summary)")
    }

    @Test("height and body fat become measurements with fixed ids, in centimetres and per cent")
    func body() throws {
        let phone = try ImportingPhone()
        let elements = [
            ExportXML.record("Height", "5.6", "ft"), ExportXML.record("BodyFatPercentage", "0.225", "%"),
            ExportXML.record("Height", "17", "m"), ExportXML.record("BodyMass", "72.5", "kg"),
        ].joined(separator: "\n")
        let (summary, report) = try phone.take(elements)
        let height = try #require(try phone.device.list(kind: .height).first?.measurement)
        expect(abs(height.value - 170.688) < 1e-9 && height.unit == .centimetres && height.version == 1, "\(height)")
        expect(try phone.device.list(kind: .bodyFat).first?.measurement.value == 22.5)
        expect(report.addedCount == 3 && summary.accepted[.height] == 1 && summary.refusedCount == 1, "\(summary)")
        try phone.device.edit(height.id, value: 171)
        expect(try phone.take(elements).report.presentCount == 3)
        expect(try phone.device.list(kind: .height).map(\.measurement.value) == [171])
    }

    @Test("a device is its hardware, or else its model, with the commas that it has")
    func devices() throws {
        let phone = try ImportingPhone()
        func model(_ text: String, _ value: Int) throws -> String? {
            try phone.take(ExportXML.record("RespiratoryRate", "\(value)", "count/min", device: text))
            return try phone.samples("RESPIRATORY_RATE").first { $0.value == Double(value) }?.device
        }
        expect(try model("&lt;&lt;HKDevice: 0x1&gt;, name:A, model:Scale, hardware:WBS05&gt;", 1) == "WBS05")
        expect(try model("&lt;&lt;HKDevice: 0x1&gt;, name:A, model:Scale, software:2&gt;", 2) == "Scale")
        expect(try model("&lt;&lt;HKDevice: 0x1&gt;, name:A&gt;", 3) == nil)
        expect(try model("nothing, hardware:", 4) == nil)
        expect(try model(", hardware:a\nb, creation date:x", 5) == "a b")
    }
}
