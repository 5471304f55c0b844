package import Foundation

extension Date {
    /// Reads a date with a time and a zone, such as `2026-12-01T23:59:00+01:00`; nil for any other text and for dates that
    /// don't exist.
    ///
    /// Seconds are optional, fractions of a second are dropped, and a space may replace the `T`.
    package init?(iso8601 text: String) {
        // The largest offsets from UTC are 14 hours.
        let form = /(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2})(?:(:\d{2})(?:\.\d+)?)?([Zz]|[+-](?:0\d|1[0-4]):?[0-5]\d)/
            .asciiOnlyDigits()
        guard let match = try? form.wholeMatch(in: text)?.output else { return nil }
        let local = "\(match.1)T\(match.2)\(match.3 ?? ":00")"
        let style = Date.ISO8601FormatStyle()
        // Foundation reads the 31st of April as the 1st of May, so the local time has to come out as it went in.
        guard let date = try? style.parse(local + match.4.uppercased()),
            let asUTC = try? style.parse(local + "Z"), asUTC.formatted(style) == local + "Z"
        else { return nil }
        self = date
    }
}
