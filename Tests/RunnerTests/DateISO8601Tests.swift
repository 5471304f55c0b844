import Foundation
import TestSupport
import Testing

@testable import CheckpointGrading

@Suite("Moments in files")
struct DateISO8601Tests {
    @Test(
        "an offset is taken away, and what is written is UTC",
        arguments: [
            ("2026-12-01T23:59:00+01:00", "2026-12-01T22:59:00Z"), ("2026-12-31T23:30:00-0130", "2027-01-01T01:00:00Z"),
            ("2024-02-29 12:00Z", "2024-02-29T12:00:00Z"),
            // The clocks in Berlin go back at 3:00 on this day: the same local time twice, told apart by the offset.
            ("2026-10-25T02:30:00+02:00", "2026-10-25T00:30:00Z"),
            ("2026-10-25T02:30:00+01:00", "2026-10-25T01:30:00Z"),
        ])
    func read(text: String, utc: String) throws {
        try expect(#require(Date(iso8601: text)).ISO8601Format(), equals: utc)
    }

    @Test(
        "no zone, no time, no such day: no moment",
        arguments: [
            "2026-12-01T23:59:00", "2026-12-01", "2026-02-29T12:00:00Z", "2026-04-31T12:00:00Z", "2026-13-01T12:00:00Z",
            "2026-12-01T24:00:00Z",
            "2026-12-01T12:60:00Z", "2026-12-01T12:00:00+15:00", "2026-12-01T12:00:00.Z", "tomorrow", "",
            "2026-12-01T12:00:00Z ", "٢٠٢٦-12-01T12:00:00Z",
        ])
    func refused(text: String) {
        expect(Date(iso8601: text) == nil)
    }

    @Test("what a clock claims before 1970 or after 9999 is kept within")
    func bounds() {
        expect(GitSubmission.date(.max).ISO8601Format(), equals: "9999-12-31T23:59:59Z")
        expect(GitSubmission.date(.min).ISO8601Format(), equals: "1970-01-01T00:00:00Z")
    }
}
