import Foundation

/// Apple Health exports for tests: the fixture, and small ones that a test creates.
package enum HealthExport {
    /// Forty samples of the five kinds, one of them twice, among the other elements of a real export.
    package static let fixture = PackageFiles.url("Tests/Fixtures/apple-health/export.xml").path

    /// A record; an attribute that is nil is left out.
    package static func record(
        type: String? = "HKQuantityTypeIdentifierBodyMass", value: String? = "72.5", unit: String? = "kg",
        start: String? = "2024-01-02 07:31:00 +0100", end: String? = nil,
        created: String? = "2024-01-02 07:31:05 +0100", source: String? = "Scale"
    ) -> String {
        let attributes = [
            ("type", type), ("sourceName", source), ("unit", unit), ("creationDate", created), ("startDate", start),
            ("endDate", end ?? start), ("value", value),
        ]
        return "<Record "
            + attributes.compactMap { name, value in value.map { "\(name)=\"\($0)\"" } }.joined(separator: " ") + "/>"
    }

    /// Weights, one per minute from 1 January 2024.
    package static func weights(_ numbers: Range<Int>) -> [String] {
        numbers.map { number in
            let minute = String(format: "%02d:%02d", number / 60, number % 60)
            return record(start: "2024-01-01 \(minute):00 +0100", created: nil)
        }
    }

    /// Writes an export of these elements; they begin on line 4.
    package static func write(
        _ elements: [String], exportDate: String = "2024-03-01 09:15:42 +0100", to path: String
    ) throws {
        let head = """
            <?xml version="1.0" encoding="UTF-8"?>
            <HealthData locale="en_GB">
            <ExportDate value="\(exportDate)"/>

            """
        let body = elements.map { $0 + "\n" }.joined()
        try Data((head + body + "</HealthData>\n").utf8).write(to: URL(filePath: path))
    }
}
