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

    /// `VITALS_RECURRENCES` sets the number of rules, and `VITALS_RECURRENCE_SEED` their seed; with `VITALS_LARGE_TESTS` there are
    /// 10,000 of a new seed.
    @Test(
        "and so have new ones, where python-dateutil is installed", .enabled(if: newCount > 0), .timeLimit(.minutes(30))
    )
    func newVectors() async throws {
        let seed =
            ProcessInfo.processInfo.environment["VITALS_RECURRENCE_SEED"].flatMap { Int($0) }
            ?? .random(in: 1...1_000_000)
        let made = try await blocking {
            try RunningProgram(
                path: "/usr/bin/env",
                [
                    "python3", PackageFiles.url("Tests/Vectors/generate-recurrences.py").path, "\(Self.newCount)",
                    "\(seed)",
                ]
            ).finish(withinSeconds: 1_200)
        }
        guard made.status == 0 || !made.errors.contains("No module named") else { return }
        try #require(made.status == 0, "seed \(seed): \(made.errors)")
        try compare(Data(made.output.utf8), count: Self.newCount, "seed \(seed)")
        print("\(Self.newCount) rules of seed \(seed) have the days that python-dateutil finds")
    }

    private static var newCount: Int {
        let environment = ProcessInfo.processInfo.environment
        return environment["VITALS_RECURRENCES"].flatMap { Int($0) }
            ?? (environment["VITALS_LARGE_TESTS"] == nil ? 0 : 10_000)
    }

    private func compare(_ data: Data, count: Int = 2_000, _ origin: String = "") throws {
        let vectors = try JSONDecoder().decode([Vector].self, from: data)
        #expect(vectors.count >= count)
        for vector in vectors {
            let (start, from) = (try #require(CalendarDay(vector.start)), try #require(CalendarDay(vector.from)))
            let days = RecurrenceDays(try RecurrenceRule(vector.rule), from: start)
            let horizon = start + 12 * 366
            let found = days.days(from: from, limit: 8).filter { $0 <= horizon }.map(\.text)
            expect(found, equals: vector.days, "\(origin) \(vector.start) \(vector.rule) from \(vector.from)")
            expect(
                days.last(until: from)?.text, equals: vector.before,
                "\(origin) \(vector.start) \(vector.rule) until \(vector.from)")
        }
    }
}
