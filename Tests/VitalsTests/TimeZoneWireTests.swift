import Foundation
import TestSupport
import Testing
import Vitals

@Suite("Time zones on the wire") struct TimeZoneWireTests {
    private static let elsewhere = TimeZone(secondsFromGMT: 12_345)!
    private static let summer = Timestamp(rfc3339: "2026-07-01T07:30:00Z")!

    private func offset(_ text: String, orElse fallback: TimeZone? = elsewhere) -> Int? {
        TimeZone.wire(text, orElse: fallback)?.secondsFromGMT(
            for: Date(timeIntervalSince1970: Double(Self.summer.millisecondsSinceEpoch) / 1_000))
    }

    @Test(
        "names of the database and offsets are zones",
        arguments: [
            ("Europe/Berlin", 7_200), ("America/Argentina/Ushuaia", -10_800), ("Etc/GMT+5", -18_000), ("Etc/UTC", 0),
            ("UTC", 0), ("GMT", 0), ("GMT0", 0), ("GMT+0", 0), ("Asia/Calcutta", 19_800), ("Europe/Kiev", 10_800),
            ("US/Pacific", -25_200), ("EST5EDT", -14_400), ("NZ-CHAT", 45_900), ("Cuba", -14_400),
            ("+02:00", 7_200), ("-03:30", -12_600), ("+0545", 20_700), ("-11", -39_600), ("+14:00", 50_400),
            ("-00:00", 0),
        ])
    func zones(_ text: String, seconds: Int) {
        expect(offset(text), equals: seconds, "\(text)")
        expect(offset(text, orElse: nil), equals: seconds, "\(text)")
    }

    @Test(
        "an unknown name with an area falls back, if there is something to fall back to",
        arguments: ["Etc/Unknown", "Mars/Olympus", "America/Newer_Than_This", "Etc/GMT+99", "A/b/c/d"])
    func unknown(_ text: String) {
        expect(offset(text), equals: 12_345)
        expect(offset(text, orElse: nil), equals: nil)
    }

    @Test(
        "what is neither a name nor an offset is no zone",
        arguments: [
            "", " ", "GMT+2", "GMT+0200", "UTC+3", "GMT-11:00", "PST", "BST", "CEST", "Berlin", "Z", "local", "2",
            "02:00",
            "+2", "+02:60", "+15:00", "+99:00", "+02:00:00", "--02:00", "+٠٢:٠٠", "UTC\0garbage", "Europe/Berlin\0",
            "Europe/Berlin ", "Europe//Berlin", "/Europe", "Europe/", "../../etc/passwd", "Europe/../UTC",
            "Ευρώπη/Αθήνα",
            "A/b/c/d/e", "Etc/" + String(repeating: "x", count: 61), "Europe/Berlin\n", "+02:00\n",
        ])
    func none(_ text: String) { expect(offset(text), equals: nil, "\(text)") }

    @Test("a zone without a name of the database is sent as its offset, and every zone sent is read again")
    func sent() throws {
        for (zone, text) in [
            (TimeZone(identifier: "Europe/Berlin"), "Europe/Berlin"), (.gmt, "GMT"),
            (TimeZone(secondsFromGMT: 7_200), "+02:00"), (TimeZone(secondsFromGMT: -12_600), "-03:30"),
            (TimeZone(identifier: "GMT+0545"), "+05:45"),
        ] {
            expect(try #require(zone).wireText(at: Self.summer), equals: text)
        }
        for name in TimeZone.knownTimeZoneIdentifiers {
            let zone = try #require(TimeZone(identifier: name))
            let text = zone.wireText(at: Self.summer)
            let date = Date(timeIntervalSince1970: Double(Self.summer.millisecondsSinceEpoch) / 1_000)
            expect(offset(text, orElse: nil), equals: zone.secondsFromGMT(for: date), "\(name)")
        }
    }

    @Test(
        "a time ends with its offset",
        arguments: [
            ("2026-07-01T09:30:00+02:00", 7_200), ("2026-07-01T09:30:00.123-09:30", -34_200),
            ("2026-07-01T09:30:00Z", 0),
            ("2026-07-01T09:30:00-00:00", 0), ("", 0),
        ])
    func ofTime(_ text: String, seconds: Int) {
        expect(TimeZone.offset(ofTime: text).secondsFromGMT(), equals: seconds)
    }
}
