extension Timestamp {
    /// Reads a date as the export writes it: `2024-01-02 07:31:00 +0100`, to the second, with its offset.
    ///
    /// On some phones the time follows the clock that the person chose: `2024-01-02 7:31:00 AM +0100`, with any kind of
    /// space before the `AM` or none, and in Korean, Chinese and Japanese with the half of the day in front: `오전 7:31:00`. An
    /// hour of one digit without its half could be either, and is no date.
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
        guard let (date, clock, offset) = Self.parts(of: text) else { return nil }
        let digits = clock.drop { !Self.isClockDigit($0) }.prefix(while: Self.isClockDigit)
        let before = String(String.UnicodeScalarView(clock[..<digits.startIndex]))
        let after = String(String.UnicodeScalarView(clock[digits.endIndex...]))
        let time = String(String.UnicodeScalarView(digits)).split(separator: ":", omittingEmptySubsequences: false)
        guard time.count == 3, (1...2).contains(time[0].utf8.count), let hour = Int(time[0]), (1...12).contains(hour),
            before.isEmpty || after.isEmpty, let half = Self.half(before: before) ?? Self.half(after: after)
        else { return nil }
        let hours = hour % 12 + half
        self.init(healthExport: "\(date) \(hours < 10 ? "0" : "")\(hours):\(time[1]):\(time[2]) \(offset)")
    }

    /// True for a text that looks like a date whose time is on the clock of twelve hours, whether it can be read or not.
    static func isOfTwelveHourClock(_ text: String) -> Bool {
        guard let (date, clock, _) = parts(of: text), date.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2D })
        else { return false }
        let hour = clock.drop { !isClockDigit($0) }.prefix { $0 != ":" }
        return clock.contains(":") && (hour.count == 1 || clock.contains { !isClockDigit($0) && !isSpace($0) })
    }

    /// Splits `2024-01-02 7:31:00 AM +0100` at its first space and its last.
    private static func parts(of text: String) -> (date: String, clock: String.UnicodeScalarView, offset: String)? {
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: isSpace), let last = scalars.lastIndex(where: isSpace), first < last
        else { return nil }
        let clock = String.UnicodeScalarView(scalars[scalars.index(after: first)..<last])
        let offset = String(String.UnicodeScalarView(scalars[scalars.index(after: last)...]))
        guard offset.utf8.count == 5, first.utf16Offset(in: text) == 10 else { return nil }
        return (String(String.UnicodeScalarView(scalars[..<first])), clock, offset)
    }

    private static func isClockDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) || scalar == ":" }

    /// The space around the half of a day is U+202F since iOS 16, and U+00A0 in some languages.
    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { [" ", "\u{A0}", "\u{202F}"].contains(scalar) }

    /// The hours that the half of a day adds, where it stands after the time: `AM`, `a.m.` or `p. m.`, behind one space or none.
    private static func half(after text: String) -> Int? {
        var scalars = text.unicodeScalars[...]
        if let first = scalars.first, isSpace(first) { scalars.removeFirst() }
        guard let first = scalars.first, !isSpace(first) else { return nil }
        switch String(String.UnicodeScalarView(scalars.filter { !isSpace($0) })).lowercased() {
        case "am", "a.m.": return 0
        case "pm", "p.m.": return 12
        default: return nil
        }
    }

    /// The hours that the half of a day adds, where it stands before the time.
    private static func half(before text: String) -> Int? {
        let scalars = text.unicodeScalars
        switch String(String.UnicodeScalarView(scalars.last.map(isSpace) == true ? scalars.dropLast() : scalars[...])) {
        case "오전", "上午", "午前": return 0
        case "오후", "下午", "午後": return 12
        default: return nil
        }
    }
}
