import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

@testable import VitalsReminders

/// The days of rules, as python-dateutil finds them.
@Suite("Rules of RFC 5545") struct RecurrenceTests {
    private struct Vector: Decodable {
        let start: String
        let rule: String
        let from: String
        let days: [String]
        let before: String?
    }

    @Test("have the days that python-dateutil finds, forward and backward")
    func vectors() throws {
        try compare(Data(contentsOf: PackageFiles.url("Tests/Vectors/recurrences.json")))
    }

    private func compare(_ data: Data) throws {
        let vectors = try JSONDecoder().decode([Vector].self, from: data)
        #expect(vectors.count >= 2000)
        for vector in vectors {
            let (start, from) = (try #require(CalendarDay(vector.start)), try #require(CalendarDay(vector.from)))
            let days = RecurrenceDays(try RecurrenceRule(vector.rule), from: start)
            let horizon = start + 12 * 366
            let found = days.days(from: from, limit: 8).filter { $0 <= horizon }.map(\.text)
            expect(found, equals: vector.days, "\(vector.start) \(vector.rule) from \(vector.from)")
            expect(
                days.last(until: from)?.text, equals: vector.before,
                "\(vector.start) \(vector.rule) until \(vector.from)")
        }
    }
}
