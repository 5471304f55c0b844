import Foundation
import StepSupport
import Vitals
import VitalsViewModels

extension DisplayFormatter {
    /// A formatter for an American who uses kilograms, in a time zone whose days are those of UTC.
    static func test(
        _ locale: String = "en_US", weight: MetricUnit = .kilograms, distance: MetricUnit = .kilometres
    ) -> DisplayFormatter {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: "UTC")!
        return DisplayFormatter(
            units: UnitPreferences(weight: weight, distance: distance), locale: Locale(identifier: locale),
            calendar: calendar)
    }
}

extension [RecordEntry] {
    /// The entry of a record.
    func entry(_ id: UUID = Records.id(1)) -> RecordEntry? { first { $0.shown.id == id } }
}

extension RecordEntry? {
    /// A text for messages: `72.5, savedHere`.
    var summary: String { map { "\($0.shown.value), \($0.state)" } ?? "no entry" }
}
