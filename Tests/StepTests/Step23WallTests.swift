import Foundation
import StepSupport
import Testing
import Vitals
import VitalsReminders

/// Tests of the moments at which the clocks of a zone show a time.
@Suite("Step 23: the moment of a wall time", .serialized)
struct Step23WallTests {
    /// Compares a moment with the right one, both as the clocks of the zone would show them in UTC.
    private func check(
        _ day: String, _ time: String, _ zone: String, _ expected: String, _ why: String, line: Int = #line
    ) throws {
        let clock = WallClock(try #require(TimeZone(identifier: zone)))
        let moment = clock.moment(try #require(CalendarDay(day)), try #require(WallTime(time)))
        let right = try #require(Timestamp(rfc3339: expected))
        expect(
            moment == right, "\(time) on \(day) in \(zone): \(why) So it's \(right.rfc3339), not \(moment.rfc3339).",
            line: line)
    }

    @Test("a time is the moment at which the clocks of its zone show it, in summer and in winter")
    func shows() throws {
        try check("2026-01-15", "07:30", "Europe/Berlin", "2026-01-15T06:30:00Z", "Winter is an hour ahead of UTC.")
        try check("2026-07-15", "07:30", "Europe/Berlin", "2026-07-15T05:30:00Z", "Summer is two hours ahead of UTC.")
        try check("2026-07-15", "19:00", "America/New_York", "2026-07-15T23:00:00Z", "Summer is four hours behind UTC.")
        try check("2026-05-06", "07:30", "Asia/Kathmandu", "2026-05-06T01:45:00Z", "It's 5:45 ahead of UTC.")
        try check("2026-05-06", "00:00", "Pacific/Kiritimati", "2026-05-05T10:00:00Z", "It's 14 hours ahead of UTC.")
        try check(
            "2024-03-27", "07:30", "Africa/Casablanca", "2024-03-27T07:30:00Z",
            "Morocco puts its clocks back for the five weeks around Ramadan, and this is one of them.")
    }

    @Test("on the day of the change, the hours before it go by the old offset and those after it by the new one")
    func goesByTheHour() throws {
        let (zone, winter) = ("America/New_York", "The clocks change at 02:00, and this is winter.")
        let summer = "The clocks change at 02:00, and this is summer."
        try check("2026-03-08", "01:30", zone, "2026-03-08T06:30:00Z", winter)
        try check("2026-03-08", "03:30", zone, "2026-03-08T07:30:00Z", summer)
        try check("2026-03-08", "06:00", zone, "2026-03-08T10:00:00Z", summer)
        try check("2026-03-08", "18:00", zone, "2026-03-08T22:00:00Z", summer)
        try check("2026-11-01", "18:00", zone, "2026-11-01T23:00:00Z", winter)
        try check("2026-11-01", "00:30", zone, "2026-11-01T04:30:00Z", summer)
        try check("2026-11-01", "02:30", zone, "2026-11-01T07:30:00Z", winter)
        try check("2026-03-29", "03:15", "Europe/Berlin", "2026-03-29T01:15:00Z", summer)
        try check(
            "2026-10-04", "12:00", "Australia/Lord_Howe", "2026-10-04T01:00:00Z",
            "The clocks went half an hour forward at 02:00, and this is summer.")
        try check(
            "2024-09-07", "23:30", "Pacific/Easter", "2024-09-08T04:30:00Z",
            "The clocks went forward at 22:00, late in the evening, and this is summer.")
    }

    @Test("a time that the clocks skip is taken as much later as they jump")
    func skipped() throws {
        try check(
            "2026-03-29", "02:30", "Europe/Berlin", "2026-03-29T01:30:00Z",
            "The clocks go from 02:00 to 03:00. Half an hour after 02:00 they show 03:30.")
        try check(
            "2026-10-04", "02:15", "Australia/Lord_Howe", "2026-10-03T15:45:00Z",
            "The clocks go from 02:00 to 02:30. A quarter of an hour after 02:00 they show 02:45.")
        try check(
            "2011-12-30", "12:00", "Pacific/Apia", "2011-12-30T22:00:00Z",
            "Samoa left this day out. Twelve hours after the 29th has ended, the clocks show noon of the 31st.")
    }

    @Test("of a time that comes twice, the first one counts")
    func twice() throws {
        try check(
            "2026-10-25", "02:30", "Europe/Berlin", "2026-10-25T00:30:00Z",
            "The clocks go from 03:00 back to 02:00. The first 02:30 is in summer time.")
        try check(
            "2026-11-01", "01:30", "America/New_York", "2026-11-01T05:30:00Z",
            "The clocks go from 02:00 back to 01:00. The first 01:30 is in summer time.")
        try check(
            "2026-04-05", "02:30", "Pacific/Auckland", "2026-04-04T13:30:00Z",
            "The clocks go from 03:00 back to 02:00, 13 hours ahead of UTC. The first 02:30 is in summer time.")
        try check(
            "2026-04-05", "01:45", "Australia/Lord_Howe", "2026-04-04T14:45:00Z",
            "The clocks go from 02:00 back to 01:30. The first 01:45 is in summer time.")
    }

    @Test("no day is too early or too late")
    func farAway() throws {
        try check("1970-01-01", "00:00", "UTC", "1970-01-01T00:00:00Z", "This is where the count of seconds begins.")
        try check("2999-12-31", "23:59", "UTC", "2999-12-31T23:59:00Z", "A reminder may begin in the year 2999.")
    }
}
