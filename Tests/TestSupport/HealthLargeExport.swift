import Foundation

/// A writer of exports of any size, one record at a time.
package enum HealthLargeExport {
    /// - Returns: the number of samples written, all of them different.
    package static func write(to path: String, sizeBytes: Int) throws -> Int {
        guard let file = fopen(path, "w") else { throw CocoaError(.fileWriteUnknown) }
        defer { fclose(file) }
        fputs(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE HealthData [\n<!ELEMENT HealthData ANY>\n]>\n", file)
        fputs("<HealthData locale=\"en_GB\">\n <ExportDate value=\"2024-03-01 09:15:42 +0100\"/>\n", file)
        var records = 0
        while ftell(file) < sizeBytes {
            let (day, minute, second) = (records / 86_400 % 28 + 1, records / 60 % 60, records % 60)
            let hour = records / 3_600 % 24
            let time = "2024-02-\(two(day)) \(two(hour)):\(two(minute)):\(two(second)) +0100"
            fputs(
                """
                 <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="Ada’s Apple\u{A0}Watch" \
                sourceVersion="10.3.1" device="&lt;&lt;HKDevice: 0x3010a5f40&gt;, name:Apple Watch, manufacturer:Apple \
                Inc., model:Watch, hardware:Watch6,7, software:10.3.1&gt;" unit="count/min" creationDate="\(time)" \
                startDate="\(time)" endDate="\(time)" value="\(50 + records % 100)">
                  <MetadataEntry key="HKMetadataKeyHeartRateMotionContext" value="1"/>
                 </Record>\n
                """, file)
            records += 1
        }
        fputs("</HealthData>\n", file)
        return records
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}
