import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsViewModels

@Suite("Words for values, times and choices")
@MainActor
struct DisplayFormatterTests {
    @Test(
        "a value is shown in the person's unit and language",
        arguments: [
            ("en_US", MetricUnit.kilograms, "72.35\u{A0}kg", "72.35 kilograms"),
            ("en_US", .pounds, "159.49\u{A0}lb", "159.49 pounds"),
            ("de_DE", .kilograms, "72,35\u{A0}kg", "72,35 kilograms"),
        ])
    func values(locale: String, unit: MetricUnit, shown: String, spoken: String) {
        let formatter = DisplayFormatter(units: UnitPreferences(weight: unit), locale: Locale(identifier: locale))
        let record = Records.weight(72.34567)
        expect(formatter.value(of: record) == shown && formatter.spokenValue(of: record) == spoken)
    }

    @Test("what rounds to zero has no sign", arguments: [-0.0, -0.001, -0.005])
    func zero(value: Double) {
        let formatter = DisplayFormatter(units: UnitPreferences(), locale: Locale(identifier: "en_GB"))
        expect(formatter.number(value, in: .kilograms), equals: "0")
        expect(formatter.number(-0.4, in: .count), equals: "0")
        expect(formatter.number(-0.006, in: .kilograms), equals: "-0.01")
        let record = Records.weight(value)
        expect(formatter.value(of: record), equals: "0\u{A0}kg")
    }

    @Test("days are named from where the person is, and in their time zone")
    func days() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "Pacific/Auckland"))
        let formatter = DisplayFormatter(
            units: UnitPreferences(), locale: Locale(identifier: "en_GB"), calendar: calendar)
        // 11:30 UTC on the 20th is 23:30 in Auckland; an hour later it is the 21st there.
        let now = try #require(Timestamp(rfc3339: "2026-06-20T12:30:00Z"))
        let hourAgo = try #require(Timestamp(rfc3339: "2026-06-20T11:30:00Z"))
        let lastYear = try #require(Timestamp(rfc3339: "2025-06-20T11:30:00Z"))
        expect(formatter.day(now, seenFrom: now), equals: "Today")
        expect(formatter.dayAndTime(hourAgo, seenFrom: now), equals: "Yesterday, 23:30")
        expect(formatter.day(lastYear, seenFrom: now), equals: "20 June 2025")
    }

    @Test("units are those of the region until the person chooses, and a choice that makes no sense is none")
    func choices() {
        let settings = InMemorySettings()
        let american = SettingsModel(settings: settings, locale: Locale(identifier: "en_US"))
        expect(american.weightUnit == .pounds && american.distanceUnit == .miles)
        let british = SettingsModel(settings: settings, locale: Locale(identifier: "en_GB"))
        expect(british.weightUnit == .kilograms && british.distanceUnit == .miles)
        american.weightUnit = .kilograms
        expect(SettingsModel(settings: settings, locale: Locale(identifier: "en_US")).weightUnit, equals: .kilograms)
        settings.set("STONE", for: "unit.weight")
        expect(SettingsModel(settings: settings, locale: Locale(identifier: "de_DE")).weightUnit, equals: .kilograms)
    }

    @Test("a date and back is the same millisecond", arguments: [0, 1, -1, 1_781_940_600_123, -62_135_596_800_000])
    func dates(milliseconds: Int64) {
        let moment = Timestamp(clamping: milliseconds)
        expect(Timestamp(moment.date), equals: moment)
    }

    @Test("the last ten errors are kept, and the screen has neither token nor value")
    func diagnostics() async throws {
        let fixture = try ModelFixture()
        try fixture.store.upsert(Records.weight(72.5))
        for _ in 0..<12 {
            fixture.server.onNext(.pull, .dropRequest)
            await fixture.phone.sync.sync()
            fixture.time.clock.advance(byMilliseconds: 1_000)
        }
        fixture.phone.refresh()
        let model = fixture.phone.diagnostics
        expect(model.errors.count == 10 && fixture.log.errors.allSatisfy { $0.category == .network })
        expect(model.lines.first { $0.name == "To be sent" }?.value, equals: "1")
        expect(!"\(model.lines) \(model.errors)".contains("72.5"))
    }
}
