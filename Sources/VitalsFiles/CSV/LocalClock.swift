import Foundation
import Vitals

/// The clocks of a zone: what they show at a moment, and the moment at which they show something.
final class LocalClock {
    let zone: TimeZone
    private var known: [Int: Int] = [:]

    /// No zone changes its clocks twice within six hours. So a stretch with the same offset at both ends has no other one.
    private static let stretchSeconds = 6 * 3_600

    init(_ zone: TimeZone) { self.zone = zone }

    /// Seconds east of UTC, at a number of seconds since 1970.
    private func offset(_ seconds: Int) -> Int {
        let stretch = Int((Double(seconds) / Double(Self.stretchSeconds)).rounded(.down))
        if let offset = known[stretch] { return offset }
        let first = find(stretch * Self.stretchSeconds)
        guard first == find((stretch + 1) * Self.stretchSeconds) else { return find(seconds) }
        if known.count >= 100_000 { known = [:] }
        known[stretch] = first
        return first
    }

    private func find(_ seconds: Int) -> Int {
        zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
    }

    /// The first moment at which the clocks show a time. Where they skip it, it's taken as much later as they jump (RFC 5545
    /// §3.3.5).
    ///
    /// - Parameters:
    ///   - day: days since 1970.
    ///   - time: milliseconds since midnight.
    func moment(day: Int, time: Int) -> Timestamp {
        let wall = day * 86_400 + time / 1_000
        let (before, after) = (offset(wall - 86_400), offset(wall + 86_400))
        let found = [wall - before, wall - after].filter { offset($0) == wall - $0 }.min()
        return Timestamp(clamping: Int64(found ?? wall - before) * 1_000 + Int64(time % 1_000))
    }

    /// A moment in RFC 3339 with the offset of these clocks; in UTC where RFC 3339 has no such offset.
    func text(_ moment: Timestamp) -> String {
        let offset = offset(Int((Double(moment.millisecondsSinceEpoch) / 1_000).rounded(.down)))
        guard offset % 60 == 0, let shifted = moment.advanced(byMilliseconds: Int64(offset) * 1_000) else {
            return moment.rfc3339
        }
        func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let minutes = abs(offset) / 60
        return shifted.rfc3339.dropLast() + (offset < 0 ? "-" : "+") + twoDigits(minutes / 60) + ":"
            + twoDigits(minutes % 60)
    }
}
