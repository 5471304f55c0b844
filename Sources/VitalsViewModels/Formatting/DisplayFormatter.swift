public import Foundation
public import Vitals

/// How values and times are written for one person: their units, their language's numbers, their calendar's days.
public struct DisplayFormatter: Sendable {
    public var units: UnitPreferences
    public let locale: Locale
    public let calendar: Calendar

    /// - Parameter calendar: with the time zone in which days begin and end.
    public init(units: UnitPreferences, locale: Locale = .current, calendar: Calendar = .current) {
        self.units = units
        self.locale = locale
        self.calendar = calendar
    }

    /// `72.3 kg`; `159.4 lb` for somebody who thinks in pounds. A record of an unknown kind or unit is shown as it is.
    public func value(of record: Vitals.Measurement) -> String {
        let (value, unit) = shown(record)
        return [number(value, in: unit), unit.symbol].filter { !$0.isEmpty }.joined(separator: "\u{A0}")
    }

    /// `72.3 kilograms`, for a voice.
    public func spokenValue(of record: Vitals.Measurement) -> String {
        let (value, unit) = shown(record)
        return [number(value, in: unit), unit.spokenName].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// The number alone, as a form begins with it. Whole for what is counted, else with two decimals at most.
    public func number(_ value: Double, in unit: MetricUnit) -> String {
        value.formatted(.number.precision(.fractionLength(0...Self.decimals(of: unit))).locale(locale))
    }

    /// `07:30`, or `7:30 AM`.
    public func time(_ moment: Timestamp) -> String {
        moment.date.formatted(style.hour().minute())
    }

    /// `20 June 2026`.
    public func day(_ moment: Timestamp) -> String {
        moment.date.formatted(style.day().month(.wide).year())
    }

    /// `Today`, `Yesterday` or the day.
    public func day(_ moment: Timestamp, seenFrom now: Timestamp) -> String {
        if calendar.isDate(moment.date, inSameDayAs: now.date) { return "Today" }
        let yesterday = calendar.date(byAdding: .day, value: -1, to: now.date)
        if let yesterday, calendar.isDate(moment.date, inSameDayAs: yesterday) { return "Yesterday" }
        return day(moment)
    }

    /// `Today, 07:30`.
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
