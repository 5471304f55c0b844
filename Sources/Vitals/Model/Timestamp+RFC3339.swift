// The wire's form of time: RFC 3339. Written and read here and not by Foundation's formatters, because a formatter that
// rounds one millisecond in a thousand, or reads 30 February as 2 March, makes two phones disagree for ever.

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
    /// offset, or a moment that lies outside the years 0001 to 9999 once it is in UTC.
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

        var milliseconds: Int64 = 0
        if reader.skip(".") {
            guard let fraction = reader.fractionInThousandths() else { return nil }
            milliseconds = fraction
        }

        guard let offsetMinutes = reader.offsetInMinutes(), reader.isAtEnd else { return nil }
        let days = CivilDate(year: year, month: month, day: day).daysSinceEpoch
        let minutes = days * 1440 + hour * 60 + minute - offsetMinutes
        self.init(millisecondsSinceEpoch: (minutes * 60 + second) * 1000 + milliseconds)
    }

    private static let millisecondsPerDay: Int64 = 86_400_000
}

extension Timestamp: CustomStringConvertible {
    public var description: String { rfc3339 }
}

/// A day of the proleptic Gregorian calendar.
///
/// Days are counted from a year that begins in March, so that the leap day is the last one and needs no special case.
private struct CivilDate {
    var year: Int64
    var month: Int64
    var day: Int64

    /// A cycle of 400 years, after which the calendar repeats.
    private static let daysPerEra: Int64 = 146_097
    /// From 0000-03-01 to 1970-01-01.
    private static let daysToEpoch: Int64 = 719_468

    init(year: Int64, month: Int64, day: Int64) {
        (self.year, self.month, self.day) = (year, month, day)
    }

    init(daysSinceEpoch: Int64) {
        let days = daysSinceEpoch + Self.daysToEpoch
        let era = days.floorDivided(by: Self.daysPerEra)
        let dayOfEra = days - era * Self.daysPerEra
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    var daysSinceEpoch: Int64 {
        let marchYear = month <= 2 ? year - 1 : year
        let era = marchYear.floorDivided(by: 400)
        let yearOfEra = marchYear - era * 400
        let monthFromMarch = month > 2 ? month - 3 : month + 9
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * Self.daysPerEra + dayOfEra - Self.daysToEpoch
    }

    static func daysInMonth(_ month: Int64, of year: Int64) -> Int64 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

private struct DigitReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { position == bytes.count }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(character.value) else { return false }
        position += 1
        return true
    }

    mutating func digit() -> Int64? {
        guard position < bytes.count, (48...57).contains(bytes[position]) else { return nil }
        defer { position += 1 }
        return Int64(bytes[position] - 48)
    }

    mutating func number(digits: Int) -> Int64? {
        var number: Int64 = 0
        for _ in 0..<digits {
            guard let digit = digit() else { return nil }
            number = number * 10 + digit
        }
        return number
    }

    /// One digit or more; those past the third are read and dropped, which floors.
    mutating func fractionInThousandths() -> Int64? {
        guard var thousandths = digit() else { return nil }
        var digits = 1
        while let next = digit() {
            if digits < 3 { thousandths = thousandths * 10 + next }
            digits += 1
        }
        for _ in digits..<Swift.max(3, digits) { thousandths *= 10 }
        return thousandths
    }

    mutating func offsetInMinutes() -> Int64? {
        if skip("Z") || skip("z") { return 0 }
        let sign: Int64
        if skip("+") {
            sign = 1
        } else if skip("-") {
            sign = -1
        } else {
            return nil
        }
        guard let hours = number(digits: 2), hours < 24, skip(":"), let minutes = number(digits: 2), minutes < 60
        else { return nil }
        return sign * (hours * 60 + minutes)
    }
}

extension Int64 {
    fileprivate func floorDivided(by divisor: Int64) -> Int64 {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}
