public import Foundation

/// When and where a phrase was said: "this morning" means something else at noon in Tokyo than in the evening in Lisbon.
public struct PhraseTime: Hashable, Sendable {
    /// The time at which it was said.
    public var now: Timestamp
    /// The speaker's time zone.
    public var timeZone: TimeZone

    /// Creates a time.
    public init(now: Timestamp, timeZone: TimeZone) {
        self.now = now
        self.timeZone = timeZone
    }

    /// The time as the speaker's clock shows it, in RFC 3339 with the offset: `2026-07-01T09:30:00+02:00`.
    package var localText: String {
        let date = Date(timeIntervalSince1970: Double(now.millisecondsSinceEpoch) / 1_000)
        return date.formatted(Date.ISO8601FormatStyle(timeZoneSeparator: .colon, timeZone: timeZone))
    }
}
