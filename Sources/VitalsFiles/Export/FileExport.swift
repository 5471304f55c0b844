package import Foundation
package import Vitals

/// The contents of an export, and the form in which it's written.
package struct FileExport: Sendable {
    package enum Format: String, Sendable, CaseIterable { case csv, json }

    /// The part of a person's data that is exported.
    package enum Content: String, Sendable, CaseIterable { case measurements, workouts, samples, everything }

    package var format: Format
    package var content: Content
    /// Units of CSV in place of those in which records are stored: pounds, miles, or both.
    package var shownUnits: Set<MetricUnit> = []
    /// The first and the last moment; nil for no bound.
    package var from: Timestamp?
    package var to: Timestamp?
    /// Only these kinds of measurements; nil for all.
    package var kinds: [MetricKind]?
    /// The zone in which CSV has its times.
    package var zone = TimeZone.current

    package init(format: Format, content: Content? = nil) {
        self.format = format
        self.content = content ?? (format == .csv ? .measurements : .everything)
    }

    /// The name of the format in the first member of a JSON export.
    static let formatName = "vitals-export"
    static let version = 1

    /// Checks that the parts fit together.
    ///
    /// - Throws: `FileError` with what to choose instead.
    package func validate() throws(FileError) {
        if format == .csv, content == .everything {
            throw FileError(
                "A CSV file has one table. Export measurements, workouts and samples one by one, or everything as JSON."
            )
        }
        if format == .json, !shownUnits.isEmpty {
            throw FileError("JSON has the values as they're stored. Choose CSV for other units.")
        }
        if let from, let to, from > to { throw FileError("The range ends before it begins.") }
    }

    /// The first and the last moment of a day such as `2026-01-31`; nil for a text that is no day.
    package static func day(_ text: String, in zone: TimeZone) -> (first: Timestamp, last: Timestamp)? {
        guard let date = CSVDate(text), date.order == .ymd, date.time == nil, let day = date.day(nil) else {
            return nil
        }
        let clock = LocalClock(zone)
        let next = clock.moment(day: day + 1, time: 0)
        return (clock.moment(day: day, time: 0), next.advanced(byMilliseconds: -1) ?? next)
    }

    func includes(_ moment: Timestamp?) -> Bool {
        guard from != nil || to != nil else { return true }
        guard let moment else { return false }
        return moment >= from ?? .min && moment <= to ?? .max
    }

    /// The unit of a kind's values in CSV.
    func unit(of record: Vitals.Measurement) -> (value: Double, unit: MetricUnit) {
        switch record.unit {
        case .kilograms where shownUnits.contains(.pounds):
            return (record.value / MetricUnit.kilogramsPerPound, .pounds)
        case .kilometres where shownUnits.contains(.miles):
            return (record.value / MetricUnit.kilometresPerMile, .miles)
        default: return (record.value, record.unit)
        }
    }
}

/// The number of things that an export has.
package struct FileExportSummary: Hashable, Sendable {
    package var measurements = 0
    package var entities = 0
    package var samples = 0

    package init() {}

    package var total: Int { measurements + entities + samples }
}
