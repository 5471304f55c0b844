import Foundation
import Vitals

/// A phrase, when it was said, and what the parser must read in it.
struct PhraseCase: Sendable, CustomStringConvertible {
    let phrase: String
    /// The entries as texts: kind, value, unit, time on the speaker's clock, label.
    let expected: [String]
    let now: String

    /// Creates a case. The speaker is in Berlin; Wednesday, 1 July 2026, half past nine, if nothing else is said.
    init(_ phrase: String, _ expected: String..., at now: String = "2026-07-01T09:30:00+02:00") {
        (self.phrase, self.expected, self.now) = (phrase, expected, now)
    }

    var description: String { phrase }

    /// The entries that the parser reads, as texts.
    func read() -> [String] {
        guard let time = PhraseTime.berlin(now) else { return ["\(now) is no time"] }
        return PhraseParser().entries(in: phrase, at: time).map { $0.text(in: time.timeZone) }
    }
}

extension PhraseTime {
    /// A time in Berlin, given as RFC 3339.
    static func berlin(_ now: String = "2026-07-01T09:30:00+02:00") -> PhraseTime? {
        guard let now = Timestamp(rfc3339: now), let zone = TimeZone(identifier: "Europe/Berlin") else { return nil }
        return PhraseTime(now: now, timeZone: zone)
    }
}

extension ParsedEntry {
    /// The entry in one line, with its time as a clock in the zone shows it.
    func text(in zone: TimeZone) -> String {
        let date = Date(timeIntervalSince1970: Double(recordedAt.millisecondsSinceEpoch) / 1_000)
        let time = date.formatted(Date.ISO8601FormatStyle(timeZoneSeparator: .colon, timeZone: zone))
        let number = value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
        return ([kind.rawValue, number, unit.rawValue, time] + [label].compactMap(\.self)).joined(separator: " ")
    }
}
