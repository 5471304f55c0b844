/// A day of the Gregorian calendar, without a time or a zone.
///
/// Days are counted, so that the next one, or the one in two weeks, is an addition. Years run from 1 to 9999.
package struct CalendarDay: Hashable, Comparable, Sendable {
    /// The number of days since 1970-01-01.
    package let number: Int

    package init(number: Int) { self.number = number }

    /// - Returns: nil for a day that the calendar doesn't have, such as 30 February.
    package init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), (1...Self.length(year, month)).contains(day) else {
            return nil
        }
        number = Self.first(year, month) + day - 1
    }

    /// Reads `2026-05-06`.
    package init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard text.utf8.count == 10, parts.map(\.utf8.count) == [4, 2, 2],
            parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// `2026-05-06`.
    package var text: String {
        let (year, month, day) = parts
        let digits = [year / 1_000, year / 100, year / 10, year, -1, month / 10, month, -1, day / 10, day]
        // Ten bytes fit into a string without memory of its own, and a calculation makes thousands.
        return String(unsafeUninitializedCapacity: digits.count) { bytes in
            for (place, digit) in digits.enumerated() {
                bytes[place] = digit < 0 ? UInt8(ascii: "-") : UInt8(ascii: "0") + UInt8(digit % 10)
            }
            return digits.count
        }
    }

    /// 0 for Monday to 6 for Sunday. 1970-01-01 was a Thursday.
    package var weekday: Int { (number + 3).modulo(7) }

    /// The year, the month from 1 to 12, and the day of the month.
    ///
    /// This is the algorithm `civil_from_days` from Howard Hinnant's "chrono-compatible low-level date algorithms": years
    /// begin in March, so that a leap day is the last of its year, and 400 years have 146,097 days.
    package var parts: (year: Int, month: Int, day: Int) {
        let shifted = number + 719_468
        let era = shifted.divided(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (
            yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        )
    }

    package static func < (one: CalendarDay, other: CalendarDay) -> Bool { one.number < other.number }

    package static func + (day: CalendarDay, count: Int) -> CalendarDay { CalendarDay(number: day.number + count) }

    /// The number of days of a month.
    package static func length(_ year: Int, _ month: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The number of a month's first day (`days_from_civil` from the same source).
    package static func first(_ year: Int, _ month: Int) -> Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = shiftedYear.divided(by: 400)
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}

extension Int {
    /// Division that rounds down, also for negative numbers.
    func divided(by other: Int) -> Int {
        let quotient = self / other
        return self % other < 0 ? quotient - 1 : quotient
    }

    /// The remainder of that division, never negative.
    func modulo(_ other: Int) -> Int { self - divided(by: other) * other }
}
