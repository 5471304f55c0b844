// The format of time on the wire: RFC 3339. We don't use Foundation's formatters, because their results differ from
// release to release. A release that writes some milliseconds as the one before, or reads 30 February as 2 March, makes
// two phones disagree for ever.

extension Timestamp {
    /// RFC 3339 in UTC: `2026-06-20T07:30:00Z`, or with exactly three digits, `2026-06-20T07:30:00.125Z`, when the
    /// moment is not a whole second.
    public var rfc3339: String {
        let days = millisecondsSinceEpoch.floorDivided(by: Self.millisecondsPerDay)
        let time = millisecondsSinceEpoch - days * Self.millisecondsPerDay
        let date = CivilDate(daysSinceEpoch: days)
        let (seconds, fraction) = (time / 1000, time % 1000)
        return String(unsafeUninitializedCapacity: 24) { buffer in
            var end = 0
            func write(_ number: Int64, digits: Int) {
                var rest = number
                for place in stride(from: digits - 1, through: 0, by: -1) {
                    buffer[end + place] = UInt8(48 + rest % 10)
                    rest /= 10
                }
                end += digits
            }
            func write(_ separator: Unicode.Scalar) {
                buffer[end] = UInt8(separator.value)
                end += 1
            }
            write(date.year, digits: 4)
            write("-")
            write(date.month, digits: 2)
            write("-")
            write(date.day, digits: 2)
            write("T")
            write(seconds / 3600, digits: 2)
            write(":")
            write(seconds / 60 % 60, digits: 2)
            write(":")
            write(seconds % 60, digits: 2)
            if fraction != 0 {
                write(".")
                write(fraction, digits: 3)
            }
            write("Z")
            return end
        }
    }

    /// Reads RFC 3339 with any offset and any number of fraction digits, and floors to the millisecond.
    ///
    /// Nil for anything else: a date that does not exist, a leap second (no build of Vitals can hold one), a missing
    /// offset, or a moment that is outside the years 0001 to 9999 once it is in UTC.
    public init?(rfc3339 text: some StringProtocol) {
        var reader = DigitReader(Array(text.utf8))
        guard let year = reader.number(digits: 4), reader.skip("-"),
            let month = reader.number(digits: 2), (1...12).contains(month), reader.skip("-"),
            let day = reader.number(digits: 2), (1...CivilDate.daysInMonth(month, of: year)).contains(day),
            reader.skip("T") || reader.skip("t"),
            let hour = reader.number(digits: 2), hour < 24, reader.skip(":"),
            let minute = reader.number(digits: 2), minute < 60, reader.skip(":"),
            let second = reader.number(digits: 2), second < 60
        else { return nil }

        var thousandths: Int64 = 0
        if reader.skip(".") {
            guard let fraction = reader.fractionInThousandths() else { return nil }
            thousandths = fraction
        }

        guard let offsetMinutes = reader.offsetInMinutes(), reader.isAtEnd else { return nil }
        let days = CivilDate(year: year, month: month, day: day).daysSinceEpoch
        let secondOfDay = (hour * 60 + minute) * 60 + second
        self.init(
            millisecondsSinceEpoch: Self.milliseconds(
                days: days, secondOfDay: secondOfDay, thousandths: thousandths, offsetMinutes: offsetMinutes))
    }

    /// - Parameters:
    ///   - days: days since the epoch, on the local calendar.
    ///   - offsetMinutes: minutes that local time is ahead of UTC; negative if it is behind.
    /// - Returns: milliseconds since the epoch, in UTC.
    private static func milliseconds(days: Int64, secondOfDay: Int64, thousandths: Int64, offsetMinutes: Int64) -> Int64
    {
        // @write 2 moment
        days * millisecondsPerDay + (secondOfDay - offsetMinutes * 60) * 1000 + thousandths
        // @starter
        //| todo(2, "put the parts together into milliseconds of UTC")
        // @end
    }

    private static let millisecondsPerDay: Int64 = 86_400_000
}

extension Timestamp: CustomStringConvertible {
    public var description: String { rfc3339 }
}
