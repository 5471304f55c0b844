extension Timestamp {
    /// Reads a date as the export writes it: `2024-01-02 07:31:00 +0100`, to the second, with its offset.
    ///
    /// On some phones the date follows the clock that the person chose: `2024-01-02 7:31:00 AM +0100`, with any kind of
    /// space before the `AM`. An hour of one digit without `AM` or `PM` could be either, and is no date.
    package init?(healthExport text: String) {
        var bytes = Array(text.utf8)
        guard bytes.count == 25, bytes[10] == 0x20, bytes[19] == 0x20, [0x2B, 0x2D].contains(bytes[20]) else {
            self.init(twelveHourClock: text)
            return
        }
        bytes[10] = UInt8(ascii: "T")
        bytes.remove(at: 19)
        bytes.insert(UInt8(ascii: ":"), at: 22)
        self.init(rfc3339: String(decoding: bytes, as: UTF8.self))
    }

    private init?(twelveHourClock text: String) {
        // The space before AM and PM is U+202F since iOS 16, and U+00A0 in some languages.
        let parts = text.unicodeScalars.split(omittingEmptySubsequences: false) {
            [" ", "\u{A0}", "\u{202F}"].contains($0)
        }.map { String(String.UnicodeScalarView($0)) }
        guard parts.count == 4, parts[3].utf8.count == 5 else { return nil }
        let time = parts[1].split(separator: ":", omittingEmptySubsequences: false)
        guard time.count == 3, (1...2).contains(time[0].utf8.count), let hour = Int(time[0]), (1...12).contains(hour),
            time[0].utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        let half: Int
        switch parts[2].lowercased() {
        case "am", "a.m.": half = 0
        case "pm", "p.m.": half = 12
        default: return nil
        }
        let hours = hour % 12 + half
        self.init(
            healthExport: "\(parts[0]) \(hours < 10 ? "0" : "")\(hours):\(time[1]):\(time[2]) \(parts[3])")
    }
}
