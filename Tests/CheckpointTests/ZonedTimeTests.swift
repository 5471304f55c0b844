import Foundation
import Testing

@testable import CheckpointGrading

@Suite("Moments in files")
struct ZonedTimeTests {
    @Test(
        "an offset is taken away, and what is written is UTC",
        arguments: [
            ("2026-12-01T23:59:00+01:00", "2026-12-01T22:59:00Z"), ("2026-12-31T23:30:00-0130", "2027-01-01T01:00:00Z"),
            ("2024-02-29 12:00Z", "2024-02-29T12:00:00Z"),
        ])
    func read(text: String, utc: String) throws {
        #expect(ZonedTime.text(try #require(ZonedTime.date(in: text))) == utc)
    }

    @Test(
        "no zone, no time, no such day: no moment",
        arguments: [
            "2026-12-01T23:59:00", "2026-12-01", "2026-02-29T12:00:00Z", "2026-13-01T12:00:00Z", "2026-12-01T24:00:00Z",
            "2026-12-01T12:60:00Z", "2026-12-01T12:00:00+15:00", "2026-12-01T12:00:00.Z", "tomorrow", "",
            "2026-12-01T12:00:00Z ", "٢٠٢٦-12-01T12:00:00Z",
        ])
    func refused(text: String) {
        #expect(ZonedTime.date(in: text) == nil)
    }

    @Test("what a clock claims before 1970 or after 9999 is kept within")
    func bounds() {
        #expect(ZonedTime.text(Date(timeIntervalSince1970: 1e300)) == "9999-12-31T23:59:59Z")
        #expect(ZonedTime.text(Date(timeIntervalSince1970: -1e300)) == "1970-01-01T00:00:00Z")
    }
}
