import Foundation
import Vitals

/// The order of day, month and year in a file.
package enum CSVDateOrder: String, Sendable, CaseIterable {
    case dmy, mdy, ymd

    package var words: String {
        switch self {
        case .dmy: "day, month, year"
        case .mdy: "month, day, year"
        case .ymd: "year, month, day"
        }
    }
}

/// A date as a file has it, perhaps with a time and an offset. Which number is the day may be open.
struct CSVDate: Equatable {
    /// As they stand there.
    var numbers: [Int]
    /// Known if the year has four digits and comes first, or if there are points between the numbers.
    var order: CSVDateOrder?
    /// Milliseconds since midnight; nil for a date alone.
    var time: Int?
    /// Minutes that the clock is ahead of UTC; nil where the text says none.
    var offsetMinutes: Int?

    /// True for a year of two digits, which may stand at either end.
    private var hasShortYear: Bool { order == nil && numbers[2] < 100 }

    /// The order that the numbers leave: two of them can't both be the month.
    var evidence: CSVDateOrder? {
        guard order == nil, !hasShortYear else { return nil }
        if numbers[0] > 12, numbers[1] <= 12 { return .dmy }
        if numbers[1] > 12, numbers[0] <= 12 { return .mdy }
        return nil
    }

    /// True if several orders are possible, and mean different days.
    var isUnclear: Bool {
        guard order == nil else { return false }
        return hasShortYear || (numbers[0] <= 12 && numbers[1] <= 12 && numbers[0] != numbers[1])
    }

    /// The orders in which the numbers are a day.
    var readings: [(order: CSVDateOrder, day: Int)] {
        CSVDateOrder.allCases.compactMap { assumed in
            assumed == .ymd && !hasShortYear ? nil : day(assumed).map { (assumed, $0) }
        }
    }

    /// Reads `2024-01-31`, `31.01.2024`, `1/31/24 7:05 PM`, `2024-01-31T07:05:00+01:00` and their like; nil for anything else.
    init?(_ text: String) {
        var scanner = CSVScanner(text)
        guard let first = scanner.number(1...4), let mark = scanner.take("-/."), let second = scanner.number(1...2),
            scanner.take(String(mark)) != nil, let third = scanner.number(1...4)
        else { return nil }
        numbers = [first.value, second.value, third.value]
        if first.digits == 4 {
            guard third.digits <= 2 else { return nil }
            order = .ymd
        } else {
            guard first.digits <= 2, third.digits == 4 || third.digits == 2 else { return nil }
            // Nobody puts the month first and writes points.
            order = mark == "." ? .dmy : nil
        }
        guard !scanner.isAtEnd else { return }
        guard scanner.takeSpaceBeforeTime(), let time = scanner.time() else { return nil }
        self.time = time
        if !scanner.isAtEnd {
            guard let offset = scanner.offset(), scanner.isAtEnd else { return nil }
            offsetMinutes = offset
        }
    }

    /// A time of day in a column of its own, in milliseconds since midnight; nil for anything else.
    static func time(_ text: String) -> Int? {
        var scanner = CSVScanner(text)
        guard let time = scanner.time(), scanner.isAtEnd else { return nil }
        return time
    }

    /// The day as a number of days since 1970, if day and month come in this order; nil for a day that doesn't exist.
    func day(_ assumed: CSVDateOrder?) -> Int? {
        let parts: (year: Int, month: Int, day: Int)
        switch order ?? assumed ?? evidence ?? .dmy {
        case .ymd: parts = (numbers[0], numbers[1], numbers[2])
        case .dmy: parts = (numbers[2], numbers[1], numbers[0])
        case .mdy: parts = (numbers[2], numbers[0], numbers[1])
        }
        let year = parts.year < 100 ? parts.year + 2_000 : parts.year
        guard (1900...2100).contains(year), (1...12).contains(parts.month), parts.day >= 1,
            parts.day <= Self.days(parts.month, year)
        else { return nil }
        // Days since 1 March of the year 0, so that a leap day is the last of its year.
        let (marchYear, month) = parts.month > 2 ? (year, parts.month - 3) : (year - 1, parts.month + 9)
        let days = marchYear * 365 + marchYear / 4 - marchYear / 100 + marchYear / 400
        return days + (153 * month + 2) / 5 + parts.day - 1 - 719_468
    }

    private static func days(_ month: Int, _ year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

/// Reads the parts of a date from a text.
struct CSVScanner {
    private let bytes: [UInt8]
    private var position = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    var isAtEnd: Bool { position == bytes.count }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// A number with so many digits.
    mutating func number(_ count: ClosedRange<Int>) -> (value: Int, digits: Int)? {
        var (value, digits) = (0, 0)
        while let byte = next, (0x30...0x39).contains(byte), digits < count.upperBound {
            value = value * 10 + Int(byte - 0x30)
            digits += 1
            position += 1
        }
        return digits >= count.lowerBound ? (value, digits) : nil
    }

    /// One of these characters.
    mutating func take(_ characters: String) -> Character? {
        guard let byte = next, characters.utf8.contains(byte) else { return nil }
        position += 1
        return Character(Unicode.Scalar(byte))
    }

    /// The separator of a date and its time: a space, a T, or a comma and a space.
    mutating func takeSpaceBeforeTime() -> Bool {
        if take("Tt") != nil { return true }
        _ = take(",")
        guard take(" ") != nil else { return false }
        while take(" ") != nil {}
        return true
    }

    /// A time of day such as `7:05`, `19:05:30.5` or `7:05 PM`, in milliseconds.
    mutating func time() -> Int? {
        guard var hour = number(1...2)?.value, take(":") != nil, let minute = number(2...2)?.value, minute < 60 else {
            return nil
        }
        var milliseconds = 0
        if take(":") != nil {
            guard let second = number(2...2)?.value, second < 60 else { return nil }
            milliseconds = second * 1_000
            if take(".,") != nil {
                var scale = 100
                guard let byte = next, (0x30...0x39).contains(byte) else { return nil }
                while let digit = number(1...1)?.value {
                    milliseconds += digit * scale
                    scale /= 10
                }
            }
        }
        let before = position
        while take(" ") != nil {}
        if let half = take("AaPp") {
            _ = take(".")
            guard take("Mm") != nil, (1...12).contains(hour) else { return nil }
            _ = take(".")
            hour = hour % 12 + ("Pp".contains(half) ? 12 : 0)
        } else {
            position = before
        }
        guard hour < 24 else { return nil }
        return (hour * 60 + minute) * 60_000 + milliseconds
    }

    /// `Z`, `+02:00`, `+0200` or ` +02:00`, in minutes.
    mutating func offset() -> Int? {
        _ = take(" ")
        if take("Zz") != nil { return 0 }
        guard let sign = take("+-"), let hours = number(2...2)?.value, hours < 24 else { return nil }
        _ = take(":")
        guard let minutes = number(2...2)?.value, minutes < 60 else { return nil }
        return (sign == "-" ? -1 : 1) * (hours * 60 + minutes)
    }
}
