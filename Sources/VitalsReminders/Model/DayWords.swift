/// English words for days, times and places in a row, as schedules are told in.
package enum DayWords {
    package static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    package static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    /// `07:30` as `7:30`.
    package static func time(_ time: WallTime) -> String {
        let minute = time.minutes % 60
        return "\(time.minutes / 60):\(minute < 10 ? "0" : "")\(minute)"
    }

    /// `5 June 2027`.
    package static func day(_ day: CalendarDay) -> String {
        let (year, month, number) = day.parts
        return "\(number) \(months[month - 1]) \(year)"
    }

    /// `a, b and c`.
    package static func listed(_ texts: [String], _ word: String = "and") -> String {
        guard texts.count > 1, let last = texts.last else { return texts.joined() }
        return "\(texts.dropLast().joined(separator: ", ")) \(word) \(last)"
    }

    /// `31st`.
    package static func ordinal(_ number: Int) -> String {
        let isTeen = number / 10 % 10 == 1
        switch (isTeen, number % 10) {
        case (false, 1): return "\(number)st"
        case (false, 2): return "\(number)nd"
        case (false, 3): return "\(number)rd"
        default: return "\(number)th"
        }
    }

    /// `second`, and from 6 on `6th`.
    static func ordinalWord(_ number: Int) -> String {
        let small = ["first", "second", "third", "fourth", "fifth"]
        return small.indices.contains(number - 1) ? small[number - 1] : ordinal(number)
    }

    /// A place from the front or, where it's negative, from the end: `first`, `last`, `second to last`.
    static func place(_ place: Int) -> String {
        place > 0 ? ordinalWord(place) : place == -1 ? "last" : "\(ordinalWord(-place)) to last"
    }

    /// The order in which places are told: 1, 15, -2, -1.
    static func comesBefore(_ one: Int, _ other: Int) -> Bool { (one < 0 ? 1 : 0, one) < (other < 0 ? 1 : 0, other) }

    /// `the first, the 21st and the last`.
    static func places(_ numbers: [Int]) -> String {
        listed(numbers.sorted(by: comesBefore).map { "the \(place($0))" })
    }

    /// Days of a month: `the 1st, the 15th and the last day`.
    static func monthDays(_ numbers: [Int], _ word: String = "and") -> String {
        listed(numbers.sorted(by: comesBefore).map { $0 > 0 ? "the \(ordinal($0))" : "the \(place($0)) day" }, word)
    }

    /// A single word for weekdays where there is one: `day`, `weekday`, `weekend day`, `Monday`.
    static func setWord(_ days: [Int]) -> String? {
        switch days {
        case [0, 1, 2, 3, 4, 5, 6]: "day"
        case [0, 1, 2, 3, 4]: "weekday"
        case [5, 6]: "weekend day"
        default: days.count == 1 ? weekdays[days[0]] : nil
        }
    }

    /// `Monday and Thursday`, or `weekday`.
    static func weekdayList(_ days: [Int]) -> String {
        guard let word = setWord(days), word != "weekend day" else { return listed(days.map { weekdays[$0] }) }
        return word
    }

    /// `every day`, `every second day`, `every 3 days`.
    static func every(_ interval: Int, _ unit: String) -> String {
        switch interval {
        case 1: "every \(unit)"
        case 2: "every second \(unit)"
        default: "every \(interval) \(unit)s"
        }
    }
}
