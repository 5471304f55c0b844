#if os(macOS) || os(Linux)
import Foundation
import TestSupport
import Testing

@testable import Vitals

@Suite("Large health export")
struct HealthLargeImportTests {
    /// Runs in a separate process, so that nothing else counts towards its memory. The phone's own import of 500 MB is
    /// in `ImportTests`.
    @Test("a large export is imported within 100 MiB of memory")
    func memory() async {
        await #expect(processExitsWith: .success) {
            let megabytes = 60
            let limitBytes = 100 << 20
            let url = FileManager.default.temporaryDirectory.appending(path: "vitals-large-\(UUID().uuidString).xml")
            defer { try? FileManager.default.removeItem(at: url) }
            let records = try HealthLargeExport.write(to: url.path, sizeBytes: megabytes * 1_000_000)

            #if os(Linux)
            var limit = rlimit(rlim_cur: rlim_t(limitBytes), rlim_max: rlim_t(limitBytes))
            expect(setrlimit(__rlimit_resource_t(2), &limit), equals: 0)  // RLIMIT_DATA
            #endif
            var count = 0
            let summary = try readHealthExport(.file(url.path)) { _ in count += 1 }
            expect(count, equals: records)
            expect(summary.bytesRead >= Int64(megabytes * 1_000_000))

            let peakBytes = try peakMemoryBytes()
            expect(peakBytes < limitBytes, "the import took \(peakBytes >> 20) MiB")
        }
    }
}

/// Returns the peak memory of this process, in bytes.
///
/// On Linux it doesn't use `getrusage`, because a child's figure there begins with its parent's memory at the start of
/// the child.
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
#endif
