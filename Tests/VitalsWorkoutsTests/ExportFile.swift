import Foundation
import StepSupport
import Vitals
import VitalsFeatures
import VitalsWorkouts

/// A phone in memory, and exports that it imports.
struct ImportingPhone {
    let device: Device
    private let folder: TemporaryFolder

    static let now = Timestamp(rfc3339: "2026-05-06T12:00:00Z")!

    init() throws {
        device = try Device.inMemory(clock: { Self.now }, features: .all)
        folder = try TemporaryFolder()
    }

    /// Imports an export of these elements, which begin on line 3.
    @discardableResult
    func take(_ elements: String...) throws -> (summary: HealthExportSummary, report: ImportReport) {
        let path = folder.path("export.xml")
        let text =
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<HealthData>\n\(elements.joined(separator: "\n"))\n</HealthData>\n"
        try Data(text.utf8).write(to: URL(filePath: path))
        return try device.importHealthExport(.file(path))
    }

    func samples(_ type: String) throws -> [Sample] { try device.samples.list(type, from: .min, to: .max) }
}

extension HealthExportSummary {
    func item(_ name: String) -> HealthExportItems? { items.first { $0.name == name } }

    /// The lines and reasons, as texts.
    var lines: [String] { unreadable.map { "\($0.line): \($0.reason)" } }
}

/// Elements of an export.
enum ExportXML {
    static let device =
        "&lt;&lt;HKDevice: 0x3010a5f40&gt;, name:Apple Watch, manufacturer:Apple Inc., model:Watch, hardware:Watch6,7, software:10.3.1, creation date:2024-01-02 06:00:00 +0000&gt;"

    static func record(
        _ type: String, _ value: String, _ unit: String, start: String = "2026-05-01 07:30:00 +0200",
        end: String = "2026-05-01 07:31:00 +0200", source: String = "Watch", inner: String? = nil,
        device: String? = nil
    ) -> String {
        let tag =
            "<Record type=\"HKQuantityTypeIdentifier\(type)\" sourceName=\"\(source)\" unit=\"\(unit)\" "
            + (device.map { "device=\"\($0)\" " } ?? "")
            + "startDate=\"\(start)\" endDate=\"\(end)\" value=\"\(value)\""
        return inner.map { "\(tag)>\($0)</Record>" } ?? tag + "/>"
    }

    static func zone(_ name: String) -> String { "<MetadataEntry key=\"HKTimeZone\" value=\"\(name)\"/>" }

    static func workout(
        _ activity: String = "Running", duration: String? = "30", unit: String = "min",
        start: String = "2026-05-01 07:30:00 +0200", end: String = "2026-05-01 08:00:30 +0200",
        source: String = "Watch", more: String = "", inner: String? = nil
    ) -> String {
        let tag =
            "<Workout workoutActivityType=\"HKWorkoutActivityType\(activity)\" "
            + (duration.map { "duration=\"\($0)\" durationUnit=\"\(unit)\" " } ?? "")
            + "sourceName=\"\(source)\" startDate=\"\(start)\" endDate=\"\(end)\" \(more)"
        return inner.map { "\(tag)>\($0)</Workout>" } ?? tag + "/>"
    }

    static func statistics(_ type: String, _ attributes: String) -> String {
        "<WorkoutStatistics type=\"HKQuantityTypeIdentifier\(type)\" \(attributes)/>"
    }
}
