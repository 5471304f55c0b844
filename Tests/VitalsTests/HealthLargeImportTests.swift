#if os(macOS) || os(Linux)
import Foundation
import Testing

@testable import Vitals

@Suite("Large health export")
struct HealthLargeImportTests {
    /// Runs in a process of its own, so that nothing else counts towards its memory. 60 MB, or 500 MB when the
    /// environment says VITALS_LARGE_TESTS=1.
    @Test("a large export is imported within 100 MiB of memory")
    func memory() async {
        await #expect(processExitsWith: .success) {
            let isFull = ProcessInfo.processInfo.environment["VITALS_LARGE_TESTS"] == "1"
            let megabytes = isFull ? 500 : 60
            let limitBytes = 100 << 20
            let url = FileManager.default.temporaryDirectory.appending(path: "vitals-large-\(UUID().uuidString).xml")
            defer { try? FileManager.default.removeItem(at: url) }
            let records = try HealthLargeExport.write(to: url.path, sizeBytes: megabytes * 1_000_000)

            #if os(Linux)
            var limit = rlimit(rlim_cur: rlim_t(limitBytes), rlim_max: rlim_t(limitBytes))
            #expect(setrlimit(__rlimit_resource_t(2), &limit) == 0)  // RLIMIT_DATA
            #endif
            var count = 0
            let summary = try readHealthExport(.file(url.path)) { _ in count += 1 }
            #expect(count == records)
            #expect(summary.bytesRead >= Int64(megabytes * 1_000_000))

            let peakBytes = try peakMemoryBytes()
            #expect(peakBytes < limitBytes, "the import took \(peakBytes >> 20) MiB")
        }
    }
}

/// The most memory that this process has had, in bytes.
///
/// Not `getrusage` on Linux: a child's figure there begins with what its parent had when it was started.
private func peakMemoryBytes() throws -> Int {
    #if os(Linux)
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
    return try #require(Int(line.filter(\.isNumber))) * 1024
    #else
    var usage = rusage()
    getrusage(RUSAGE_SELF, &usage)
    return usage.ru_maxrss
    #endif
}

/// Writes exports of any size, a record at a time.
enum HealthLargeExport {
    /// - Returns: the number of samples in it.
    static func write(to path: String, sizeBytes: Int) throws -> Int {
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
#endif
