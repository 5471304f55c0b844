public import Foundation
public import Vitals

/// Formats values and times for one person: in their units, their language and their calendar.
public struct DisplayFormatter: Sendable {
    public var units: UnitPreferences
    public let locale: Locale
    public let calendar: Calendar

    /// - Parameter calendar: the calendar, with the time zone in which days begin and end.
    public init(units: UnitPreferences, locale: Locale = .current, calendar: Calendar = .current) {
        self.units = units
        self.locale = locale
        self.calendar = calendar
    }

    /// The value with its unit: `72.3 kg`, or `159.4 lb` if the person prefers pounds. A record of an unknown kind or
    /// unit is shown as it is.
    public func value(of record: Vitals.Measurement) -> String {
        if let words = amountInWords(of: record) { return words }
        let (value, unit) = shown(record)
        return [number(value, in: unit), unit.symbol].filter { !$0.isEmpty }.joined(separator: "\u{A0}")
    }

    /// The value for a screen reader: `72.3 kilograms`.
    public func spokenValue(of record: Vitals.Measurement) -> String {
        if let words = amountInWords(of: record) { return words }
        let (value, unit) = shown(record)
        return [number(value, in: unit), unit.spokenName].filter { !$0.isEmpty }.joined(separator: " ")
    }

    private func amountInWords(of record: Vitals.Measurement) -> String? {
        record.amountInWords { number($0, in: record.unit) }?.onOneLine
    }

    /// The number alone, as a form first shows it: whole for counts, otherwise with at most two decimals.
    public func number(_ value: Double, in unit: MetricUnit) -> String {
        let decimals = Self.decimals(of: unit)
        return value.unsignedIfZero(decimals: decimals)
            .formatted(.number.precision(.fractionLength(0...decimals)).locale(locale))
    }

    /// The time of day: `07:30`, or `7:30 AM`.
    public func time(_ moment: Timestamp) -> String {
        moment.date.formatted(style.hour().minute())
    }

    /// The day: `20 June 2026`.
    public func day(_ moment: Timestamp) -> String {
        moment.date.formatted(style.day().month(.wide).year())
    }

    /// The day as seen from `now`: `Today`, `Yesterday` or the date.
    public func day(_ moment: Timestamp, seenFrom now: Timestamp) -> String {
        if calendar.isDate(moment.date, inSameDayAs: now.date) { return "Today" }
        let yesterday = calendar.date(byAdding: .day, value: -1, to: now.date)
        if let yesterday, calendar.isDate(moment.date, inSameDayAs: yesterday) { return "Yesterday" }
        return day(moment)
    }

    /// The day and time as seen from `now`: `Today, 07:30`.
    public func dayAndTime(_ moment: Timestamp, seenFrom now: Timestamp) -> String {
        "\(day(moment, seenFrom: now)), \(time(moment))"
    }

    /// The value and unit in which a record is shown.
    func shown(_ record: Vitals.Measurement) -> (Double, MetricUnit) {
        guard record.unit == record.kind.canonicalUnit, let unit = units.unit(for: record.kind) else {
            return (record.value, record.unit)
        }
        return (record.value / unit.canonicalFactor, unit)
    }

    static func decimals(of unit: MetricUnit) -> Int { unit == .count ? 0 : 2 }

    private var style: Date.FormatStyle {
        Date.FormatStyle(locale: locale, calendar: calendar, timeZone: calendar.timeZone)
    }
}

extension Double {
    /// The value, or 0 for what rounds to it: a screen shows no `-0`.
    func unsignedIfZero(decimals: Int) -> Double {
        (self * pow(10, Double(decimals))).rounded(.toNearestOrEven) == 0 ? 0 : self
    }
}

extension Timestamp {
    /// The moment as a `Date`, for calendars and pickers, which count in fractions of a second.
    public var date: Date { Date(timeIntervalSince1970: Double(millisecondsSinceEpoch) / 1000) }

    /// Creates the nearest timestamp, rounded to the millisecond. This reverses what `date` did.
    public init(_ date: Date) {
        let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
        let bounds = Timestamp.range
        let bounded = Swift.min(Swift.max(milliseconds, Double(bounds.lowerBound)), Double(bounds.upperBound))
        self.init(clamping: bounded.isNaN ? 0 : Int64(bounded))
    }

    /// Seconds since another moment, with fractions; negative before it.
    func seconds(since other: Timestamp) -> Double {
        Double(millisecondsSinceEpoch - other.millisecondsSinceEpoch) / 1000
    }

    /// The moment that many seconds later, rounded up to the millisecond and kept within the range of a timestamp.
    func advanced(bySeconds seconds: Double) -> Timestamp {
        let milliseconds = (Swift.min(Swift.max(seconds, -1e12), 1e12) * 1000).rounded(.up)
        return Timestamp(clamping: millisecondsSinceEpoch + Int64(milliseconds))
    }
}
