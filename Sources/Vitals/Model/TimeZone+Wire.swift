// @from 18 19 23
package import Foundation

// Time zones as they're sent: a name of the IANA database, or an offset from UTC. A browser that doesn't know its own zone
// says `Etc/Unknown` or `+02:00`, and one that is newer than this build may know a zone that this build doesn't.

extension TimeZone {
    /// The zone that a name or an offset means.
    ///
    /// Foundation alone isn't asked, because it takes more than the database has: `GMT+2`, `PST`, a name with U+0000 in it.
    ///
    /// - Parameters:
    ///   - text: such as `Europe/Berlin` or `+02:00`.
    ///   - fallback: the zone for a text that is built like a name with an area and names nothing here, such as `Etc/Unknown`.
    /// - Returns: nil for a text that is neither a name nor an offset, and for an unknown name without a fallback.
    package static func wire(_ text: String, orElse fallback: TimeZone?) -> TimeZone? {
        guard text.utf8.count <= 64 else { return nil }
        if let seconds = offsetSeconds(text) { return TimeZone(secondsFromGMT: seconds) }
        guard
            text.wholeMatch(of: /[A-Z][A-Za-z0-9_+-]*(\/[A-Za-z0-9][A-Za-z0-9_+-]*){0,3}/) != nil
        else { return nil }
        guard text.utf8.contains(UInt8(ascii: "/")) else {
            return namesWithoutArea.contains(text) ? TimeZone(identifier: text) : nil
        }
        return TimeZone(identifier: text) ?? fallback
    }

    /// The zone of the offset at the end of a time in RFC 3339, such as `2026-07-01T09:30:00+02:00`; UTC where it says `Z`.
    package static func offset(ofTime text: String) -> TimeZone {
        offsetSeconds(String(text.suffix(6))).flatMap { TimeZone(secondsFromGMT: $0) } ?? .gmt
    }

    /// This zone as it's sent: its name, or its offset at a moment if it has no name of the database. Foundation calls a zone
    /// that was made of an offset `GMT+0200`.
    package func wireText(at now: Timestamp) -> String {
        if Self.wire(identifier, orElse: nil) != nil { return identifier }
        let seconds = secondsFromGMT(for: Date(timeIntervalSince1970: Double(now.millisecondsSinceEpoch) / 1_000))
        let minutes = Int((Double(seconds) / 60).rounded())
        func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return (minutes < 0 ? "-" : "+") + twoDigits(abs(minutes) / 60) + ":" + twoDigits(abs(minutes) % 60)
    }

    /// Seconds east of UTC, of `+02:00`, `+0200` or `+02`; nil for anything else. No clock on earth is 15 hours off.
    private static func offsetSeconds(_ text: String) -> Int? {
        guard let parts = text.wholeMatch(of: /([+-])([01][0-9])(?::?([0-5][0-9]))?/), let hours = Int(parts.2) else {
            return nil
        }
        let minutes = parts.3.flatMap { Int($0) } ?? 0
        guard hours * 60 + minutes < 15 * 60 else { return nil }
        return (parts.1 == "-" ? -60 : 60) * (hours * 60 + minutes)
    }

    /// The names of the database that have no area before them. Other short names are abbreviations, and those mean several
    /// zones: BST is the summer in Britain, and the time of Bangladesh.
    private static let namesWithoutArea = Set(
        """
        CET CST6CDT Cuba EET EST EST5EDT Egypt Eire GB GB-Eire GMT GMT+0 GMT-0 GMT0 Greenwich HST Hongkong Iceland Iran Israel \
        Jamaica Japan Kwajalein Libya MET MST MST7MDT NZ NZ-CHAT Navajo PRC PST8PDT Poland Portugal ROC ROK Singapore Turkey \
        UCT UTC Universal W-SU WET Zulu
        """.split(separator: " ").map(String.init))
}
// @end
