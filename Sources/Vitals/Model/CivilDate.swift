/// A day of the proleptic Gregorian calendar.
///
/// Years are counted from March, so that the leap day is the last day of the year and needs no special case.
struct CivilDate {
    var year: Int64
    var month: Int64
    var day: Int64

    /// Days in a cycle of 400 years, after which the calendar repeats.
    private static let daysPerEra: Int64 = 146_097
    /// Days from 0000-03-01 to 1970-01-01.
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

    /// - Parameter month: 1 to 12.
    static func daysInMonth(_ month: Int64, of year: Int64) -> Int64 {
        // @write 2 days-in-month
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
        // @starter
        //| todo(2, "say how many days the month has in that year")
        // @end
    }
}

extension Int64 {
    /// The quotient rounded down; `/` would round towards zero. So a millisecond before 1970 is on 31 December 1969.
    ///
    /// - Precondition: `divisor` is positive.
    func floorDivided(by divisor: Int64) -> Int64 {
        // @write 2 floor-division
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
        // @starter
        //| todo(2, "divide and round towards the past, below zero too")
        // @end
    }
}
