package import Foundation
import Synchronization
package import Vitals

/// A time as a clock on the wall shows it: hours and minutes, without a day or a zone.
package struct WallTime: Hashable, Comparable, Sendable {
    /// Minutes since midnight, from 0 to 1,439.
    package let minutes: Int

    package static let midnight = WallTime(minutes: 0)

    private init(minutes: Int) { self.minutes = minutes }

    package init?(hour: Int, minute: Int) {
        guard (0...23).contains(hour), (0...59).contains(minute) else { return nil }
        self.init(minutes: hour * 60 + minute)
    }

    /// Reads `07:30`.
    package init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard text.utf8.count == 5, parts.map(\.utf8.count) == [2, 2],
            parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }), let hour = Int(parts[0]),
            let minute = Int(parts[1])
        else { return nil }
        self.init(hour: hour, minute: minute)
    }

    /// `07:30`.
    package var text: String {
        func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(padded(minutes / 60)):\(padded(minutes % 60))"
    }

    package static func < (one: WallTime, other: WallTime) -> Bool { one.minutes < other.minutes }
}

/// The moments at which the clocks of a zone show a time.
package struct WallClock: Sendable {
    /// Seconds east of UTC, at a number of seconds since 1970.
    let offset: @Sendable (Int) -> Int

    package init(_ zone: TimeZone) {
        let offsets = ZoneOffsets(zone)
        offset = { offsets.at($0) }
    }

    /// The first moment at which the clocks show that time on that day.
    ///
    /// Where they go back, a time comes twice, and this is the earlier one. Where they go forward, they skip an hour: 02:30 is
    /// taken as much later as they jump, so 03:30. RFC 5545 says so in section 3.3.5.
    package func moment(_ day: CalendarDay, _ time: WallTime) -> Timestamp {
        let wall = day.number * 86_400 + time.minutes * 60
        let (before, after) = (offset(wall - 86_400), offset(wall + 86_400))
        let (one, other) = (wall - before, wall - after)
        let (isOne, isOther) = (offset(one) == before, offset(other) == after)
        let found = isOne && isOther ? min(one, other) : isOther ? other : one
        return Timestamp(clamping: Int64(found) * 1_000)
    }

    /// The day that the clocks show at a moment.
    package func day(of moment: Timestamp) -> CalendarDay {
        let seconds = Int(moment.millisecondsSinceEpoch.divided(by: 1_000))
        return CalendarDay(number: (seconds + offset(seconds)).divided(by: 86_400))
    }
}

/// The offsets of a zone. The system takes microseconds to find one, and a calculation asks for the same days again and again.
private final class ZoneOffsets: Sendable {
    private let zone: TimeZone
    private let known = Mutex([Int: Int]())

    /// No zone has changed its clocks twice within six hours. So a stretch as long, with the same offset at both ends, has no
    /// other one.
    private static let stretchSeconds = 6 * 3_600
    private static let maximumCount = 10_000

    init(_ zone: TimeZone) { self.zone = zone }

    func at(_ seconds: Int) -> Int {
        let stretch = seconds.divided(by: Self.stretchSeconds)
        if let offset = known.withLock({ $0[stretch] }) { return offset }
        let first = find(stretch * Self.stretchSeconds)
        guard first == find((stretch + 1) * Self.stretchSeconds) else { return find(seconds) }
        known.withLock { known in
            if known.count >= Self.maximumCount { known = [:] }
            known[stretch] = first
        }
        return first
    }

    private func find(_ seconds: Int) -> Int {
        zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
    }
}

extension Int64 {
    fileprivate func divided(by other: Int64) -> Int64 {
        let quotient = self / other
        return self % other < 0 ? quotient - 1 : quotient
    }
}
