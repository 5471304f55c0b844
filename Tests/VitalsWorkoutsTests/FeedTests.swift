import Foundation
import TestSupport
import Testing
import Vitals
import VitalsFeatures
import VitalsWorkouts

@Suite("A feed: a health source in a file that grows")
struct FeedTests {
    private static let now = Timestamp(rfc3339: "2026-05-06T12:00:00Z")!

    private static func line(_ id: Int, _ value: Double, day: Int, type: String = "BASAL_ENERGY") -> String {
        let start = now.advanced(byMilliseconds: -Int64(day) * 86_400_000)!.rfc3339
        let uuid = "00000000-0000-4000-8000-\(String(repeating: "0", count: 12 - String(id).count))\(id)"
        return
            #"{"id":"\#(uuid)","type":"\#(type)","value":\#(value),"unit":"kcal","start":"\#(start)","end":"\#(start)","source":"Ring"}"#
    }

    private static func feed(_ lines: String...) -> FeedSource {
        FeedSource(Data(lines.map { $0 + "\n" }.joined().utf8), name: "feed")
    }

    private static func values(_ device: Device) throws -> [Double] {
        try device.samples.list("BASAL_ENERGY", from: Timestamp(clamping: 0), to: .max).map(\.value).sorted()
    }

    @Test("what is appended is read once, what is deleted goes, and a line that is being written waits")
    func grows() async throws {
        let device = try Device.inMemory(clock: { Self.now }, features: .all)
        let (one, two) = (Self.line(1, 10, day: 0), Self.line(2, 20, day: 300))
        _ = try await device.samples.ingest(from: Self.feed(one, two))
        expect(try Self.values(device) == [10, 20])
        let gone = #"{"deleted":"00000000-0000-4000-8000-000000000002"}"#
        let more = one + "\n" + two + "\n" + gone + "\n" + Self.line(3, 30, day: 40) + "\n" + Self.line(4, 40, day: 1)
        _ = try await device.samples.ingest(from: FeedSource(Data(more.utf8), name: "feed"))
        expect(try Self.values(device) == [10, 30])
    }

    @Test("a deletion that comes before its sample is one, and one that comes twice counts once")
    func deletedBefore() async throws {
        let device = try Device.inMemory(clock: { Self.now }, features: .all)
        let gone = #"{"deleted":"00000000-0000-4000-8000-000000000002"}"#
        let lines = [gone, Self.line(1, 10, day: 0), Self.line(2, 20, day: 300)]
        _ = try await device.samples.ingest(from: Self.feed(lines[0], lines[1], lines[2]))
        expect(try Self.values(device) == [10])
        let other = #"{"deleted":"00000000-0000-4000-8000-000000000001"}"#
        let report = try await device.samples.ingest(from: Self.feed(lines[0], lines[1], lines[2], gone, other, other))
        expect(try Self.values(device).isEmpty && report.counts.deletedCount == 1, "\(report.counts)")
    }

    @Test("a line that can't be read costs only itself, and is named")
    func broken() async throws {
        let device = try Device.inMemory(clock: { Self.now }, features: .all)
        let feed = Self.feed(
            "nonsense", Self.line(1, 10, day: 0), Self.line(2, 1, day: 0, type: "WEIGHT"), "",
            Self.line(3, 5, day: 1).replacing("kcal", with: "kg"))
        _ = try await device.samples.ingest(from: feed)
        expect(try Self.values(device) == [10])
        expect(feed.unreadable.map(\.line) == [1, 3, 5])
    }

    @Test("a file that was begun anew is read anew, and adds nothing twice")
    func begunAnew() async throws {
        let device = try Device.inMemory(clock: { Self.now }, features: .all)
        _ = try await device.samples.ingest(from: Self.feed(Self.line(1, 10, day: 0), Self.line(2, 20, day: 1), "", ""))
        let report = try await device.samples.ingest(from: Self.feed(Self.line(9, 10, day: 0)))
        expect(report.restarted == ["BASAL_ENERGY"])
        expect(try Self.values(device) == [10, 20])
    }
}
