import Foundation
import TestSupport
import Testing
import Vitals

@testable import VitalsReminders

/// The moments at which reminders are due, across everything that clocks do.
@Suite("The moments of a schedule") struct ScheduleTests {
    private static func clock(_ zone: String) -> WallClock { WallClock(TimeZone(identifier: zone)!) }

    private static func moments(_ schedule: Schedule, after: String, limit: Int) throws -> [String] {
        schedule.occurrences(
            after: try #require(Timestamp(rfc3339: after)), limit: limit, schedule.clock(orElse: .gmt)
        ).map { "\($0.name) \($0.due.rfc3339)" }
    }

    private static func schedule(
        _ start: String, _ time: String, _ zone: String, _ rule: String? = nil
    ) throws -> Schedule {
        try #require(try Schedule(start: start, time: time, zone: zone, rule: rule))
    }

    @Test(
        "A zone is told from another one by what its clocks show",
        arguments: [
            ("Asia/Kolkata", "Asia/Calcutta", true), ("Etc/UTC", "GMT", true), ("Europe/Paris", "Europe/Berlin", true),
            // Berlin's clocks change in summer.
            ("Africa/Lagos", "Europe/Berlin", false), ("UTC", "Europe/London", false),
            ("Mars/Olympus", "Europe/Berlin", false),
        ])
    func clocks(zone: String, device: String, areSame: Bool) throws {
        let device = try #require(TimeZone(identifier: device))
        try expect(Self.schedule("2026-05-06", "07:30", zone).hasClocks(of: device), equals: areSame)
    }

    @Test(
        "A time of the wall is a moment of its zone, also where the clocks skip it or show it twice",
        arguments: [
            ("2026-03-28", "02:30", "Europe/Berlin", "2026-03-28T01:30:00.000Z"),
            // The clocks go from 02:00 to 03:00, so 02:30 is 03:30.
            ("2026-03-29", "02:30", "Europe/Berlin", "2026-03-29T01:30:00.000Z"),
            ("2026-03-29", "03:30", "Europe/Berlin", "2026-03-29T01:30:00.000Z"),
            // 02:30 comes twice, and this is the first one.
            ("2026-10-25", "02:30", "Europe/Berlin", "2026-10-25T00:30:00.000Z"),
            ("2026-10-25", "03:30", "Europe/Berlin", "2026-10-25T02:30:00.000Z"),
            ("2026-11-01", "01:30", "America/New_York", "2026-11-01T05:30:00.000Z"),
            ("2026-03-08", "02:30", "America/New_York", "2026-03-08T07:30:00.000Z"),
            // Half an hour, on the southern side of the world.
            ("2026-04-05", "01:45", "Australia/Lord_Howe", "2026-04-04T14:45:00.000Z"),
            ("2026-10-04", "02:15", "Australia/Lord_Howe", "2026-10-03T15:45:00.000Z"),
            // Samoa had no 30 December 2011.
            ("2011-12-30", "12:00", "Pacific/Apia", "2011-12-30T22:00:00.000Z"),
            ("2026-05-06", "07:30", "Asia/Kathmandu", "2026-05-06T01:45:00.000Z"),
            ("2026-05-06", "00:00", "Pacific/Kiritimati", "2026-05-05T10:00:00.000Z"),
        ])
    func wallClock(day: String, time: String, zone: String, expected: String) throws {
        let moment = Self.clock(zone).moment(try #require(CalendarDay(day)), try #require(WallTime(time)))
        expect(moment, equals: try #require(Timestamp(rfc3339: expected)))
    }

    @Test("07:30 stays 07:30 when the clocks change")
    func stays() throws {
        let daily = try Self.schedule("2026-03-27", "07:30", "Europe/Berlin", "FREQ=DAILY")
        expect(
            try Self.moments(daily, after: "2026-03-28T00:00:00Z", limit: 3),
            equals: [
                "2026-03-28 2026-03-28T06:30:00Z", "2026-03-29 2026-03-29T05:30:00Z", "2026-03-30 2026-03-30T05:30:00Z",
            ])
    }

    @Test("The 31st never drifts, 29 February comes in leap years, and the last day is -1")
    func monthEnds() throws {
        func days(_ start: String, _ rule: String, _ limit: Int) throws -> [String] {
            let rule = try RecurrenceRule(rule)
            let start = try #require(CalendarDay(start))
            return RecurrenceDays(rule, from: start).days(from: start, limit: limit).map(\.text)
        }
        expect(
            try days("2026-01-31", "FREQ=MONTHLY", 4),
            equals: ["2026-01-31", "2026-03-31", "2026-05-31", "2026-07-31"])
        expect(
            try days("2026-01-31", "FREQ=MONTHLY;BYMONTHDAY=-1", 3), equals: ["2026-01-31", "2026-02-28", "2026-03-31"])
        expect(try days("2024-02-29", "FREQ=YEARLY", 3), equals: ["2024-02-29", "2028-02-29", "2032-02-29"])
        expect(try days("2026-02-01", "FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=30", 3), equals: [], "it ends")
    }

    @Test("A million occurrences take no longer than the hundred years that a rule goes on for")
    func bounded() throws {
        let start = try #require(CalendarDay("1970-01-01"))
        let days = RecurrenceDays(try RecurrenceRule("FREQ=DAILY;COUNT=1000000"), from: start)
        let elapsed = ContinuousClock().measure {
            expect(days.last(until: start + 400_000)?.text, equals: "2070-03-17")
            expect(days.days(from: start + 40_000, limit: 5).count, equals: 0)
        }
        expect(elapsed < .seconds(5), "\(elapsed)")
    }

    @Test("Thousands of snoozes of a counted rule take no longer than those of one without an end")
    func manySnoozes() throws {
        var reminder = Reminder(
            id: UUID(), title: "Pills",
            schedule: try Self.schedule("1970-01-01", "07:30", "UTC", "FREQ=DAILY;COUNT=1000000"))
        let first = try #require(CalendarDay("1990-01-01"))
        for place in 0..<4_000 { reminder.states[(first + place).text] = .snoozed(until: .min) }
        let now = try #require(Timestamp(rfc3339: "2026-05-06T07:00:00Z"))
        let elapsed = ContinuousClock().measure {
            let changes = NotificationCalculator(zone: .gmt).changes(for: [reminder], now: now, state: RingState())
            expect(changes.ring.count, equals: 4_001)
            expect(Agenda([reminder], now: now, zone: .gmt).overdue.count, equals: 4_001)
        }
        expect(elapsed < .seconds(20), "\(elapsed)")
    }

    @Test(
        "What can't be a schedule is refused in a sentence",
        arguments: [
            ("2026-02-30", "07:30", "Europe/Berlin", nil, "start"), ("1969-12-31", "07:30", "UTC", nil, "start"),
            ("2026-05-06", "24:00", "UTC", nil, "time"), ("2026-05-06", "7:30", "UTC", nil, "time"),
            ("2026-05-06", nil, "UTC", nil, "time"), ("2026-05-06", "07:30", "Mars", nil, "zone"),
            ("2026-05-06", "07:30", nil, nil, "zone"), ("2026-05-06", "07:30", "UTC", "FREQ=HOURLY", "rule"),
            ("2026-05-06", "07:30", "UTC", "FREQ=DAILY;COUNT=0", "rule"),
            ("2026-05-06", "07:30", "UTC", "FREQ=DAILY;COUNT=99999999999999999999", "rule"),
            ("2026-05-06", "07:30", "UTC", "FREQ=DAILY;INTERVAL=0", "rule"),
            ("2026-05-06", "07:30", "UTC", "FREQ=DAILY;UNTIL=20260505", "rule"),
            ("2026-05-06", "07:30", "UTC", "FREQ=DAILY;UNTIL=20261301", "rule"),
            ("2026-05-06", "07:30", "UTC", "FREQ=DAILY;COUNT=2;UNTIL=20261201", "rule"),
            ("2026-05-06", "07:30", "UTC", "FREQ=WEEKLY;BYDAY=2TU", "rule"),
            ("2026-05-06", "07:30", "UTC", "FREQ=WEEKLY;BYMONTHDAY=1", "rule"),
            ("2026-05-06", "07:30", "UTC", "FREQ=MONTHLY;BYDAY=6TU", "rule"),
            ("2026-05-06", "07:30", "UTC", "FREQ=MONTHLY;BYMONTHDAY=0", "rule"),
            ("2026-05-06", "07:30", "UTC", "FREQ=MONTHLY;BYSETPOS=1", "rule"),
            ("2026-05-06", "07:30", "UTC", "FREQ=DAILY;BYHOUR=7", "rule"),
            ("2026-05-06", "07:30", "UTC", "FREQ=DAILY;FREQ=DAILY", "rule"),
            ("2026-05-06", "07:30", "UTC", "BYDAY=MO", "rule"), ("2026-05-06", "07:30", "UTC", ";", "rule"),
            ("2026-05-06", "07:30", "UTC", "FREQ=DAILY" + String(repeating: "\u{301}", count: 400), "rule"),
        ] as [(String?, String?, String?, String?, String)])
    func refused(start: String?, time: String?, zone: String?, rule: String?, field: String) throws {
        let error = #expect(throws: ScheduleInvalid.self) {
            try Schedule(start: start, time: time, zone: zone, rule: rule)
        }
        expect(error?.field, equals: field)
        expect(error?.detail.hasSuffix(".") == true)
    }

    @Test("A rule is stored with its parts in one order")
    func canonicalText() throws {
        let rule = try RecurrenceRule("BYSETPOS=-1;COUNT=5;BYDAY=FR,MO;INTERVAL=2;FREQ=MONTHLY")
        expect(rule.text, equals: "FREQ=MONTHLY;INTERVAL=2;BYDAY=MO,FR;BYSETPOS=-1;COUNT=5")
        expect(try RecurrenceRule(rule.text), equals: rule)
        expect(
            try RecurrenceRule("FREQ=YEARLY;BYDAY=-1SU,20MO;UNTIL=20301231").text,
            equals: "FREQ=YEARLY;BYDAY=-1SU,20MO;UNTIL=20301231")
    }

    @Test("A zone that this device doesn't know is the device's own")
    func unknownZone() throws {
        let schedule = try Self.schedule("2026-05-06", "07:30", "Europe/Atlantis")
        expect(!schedule.hasKnownZone)
        let clock = schedule.clock(orElse: try #require(TimeZone(identifier: "Asia/Tokyo")))
        expect(schedule.latest(until: .max, clock)?.due.rfc3339, equals: "2026-05-05T22:30:00Z")
    }
}
