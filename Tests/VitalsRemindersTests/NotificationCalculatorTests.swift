import Foundation
import TestSupport
import Testing
import Vitals

@testable import VitalsReminders

/// The alarms that a phone should have, told as one phone's days.
@Suite("The notification calculator") struct NotificationCalculatorTests {
    /// A phone in Berlin with one reminder, at 07:30 each day from 6 May 2026 on.
    private struct Phone {
        var reminder: Reminder
        var state = RingState()
        var calculator = NotificationCalculator(zone: TimeZone(identifier: "Europe/Berlin")!)

        init(rule: String? = "FREQ=DAILY", time: String = "07:30") throws {
            let schedule = try Schedule(start: "2026-05-06", time: time, zone: "Europe/Berlin", rule: rule)
            reminder = Reminder(
                id: UUID(uuidString: "00000000-0000-4000-8000-000000000001")!, title: "Pills", schedule: schedule)
        }

        /// Makes the changes that are due at a time of day in Berlin in summer, and returns them.
        mutating func at(_ time: String, isStart: Bool = false) -> (ring: [String], cancel: [String], count: Int) {
            let now = Timestamp(rfc3339: time + ":00+02:00")!
            let changes = calculator.changes(for: [reminder], now: now, state: state, isStart: isStart)
            state.apply(changes)
            return (changes.ring.map(\.key.occurrence), changes.cancel.map(\.occurrence), changes.schedule.count)
        }

        mutating func answer(_ occurrence: String, _ state: OccurrenceState) { reminder.states[occurrence] = state }
    }

    @Test("An occurrence rings once, and the next ones are scheduled up to the limit")
    func once() throws {
        var phone = try Phone()
        expect(phone.at("2026-05-06T07:00") == ([], [], 64))
        expect(phone.at("2026-05-06T07:30") == (["2026-05-06"], [], 1))
        expect(phone.at("2026-05-06T07:31") == ([], [], 0))
        expect(phone.at("2026-05-07T07:30") == (["2026-05-07"], ["2026-05-06"], 1), "the one on the screen goes")
    }

    @Test("What was done on another phone is withdrawn before it rings, or from the screen")
    func withdrawn() throws {
        var phone = try Phone()
        _ = phone.at("2026-05-06T07:00")
        phone.answer("2026-05-06", .completed)
        expect(phone.at("2026-05-06T07:10") == ([], ["2026-05-06"], 1))
        expect(phone.at("2026-05-06T08:00") == ([], [], 0))
        _ = phone.at("2026-05-07T07:30")
        phone.answer("2026-05-07", .skipped)
        expect(phone.at("2026-05-07T07:40") == ([], ["2026-05-07"], 0))
    }

    @Test("A snooze rings at its end, survives a change of another field, and outlives the next occurrence")
    func snooze() throws {
        var phone = try Phone()
        _ = phone.at("2026-05-06T07:30")
        phone.answer("2026-05-06", .snoozed(until: Timestamp(rfc3339: "2026-05-07T06:00:00Z")!))
        expect(phone.at("2026-05-06T07:35") == ([], ["2026-05-06", "2026-07-09"], 1), "and the 65th has no place")
        phone.reminder.title = "Pills, with water"
        expect(phone.at("2026-05-06T09:00").cancel, equals: [])
        expect(phone.at("2026-05-07T07:30").ring, equals: ["2026-05-07"])
        expect(phone.at("2026-05-07T08:00").ring, equals: ["2026-05-06"])
        expect(phone.at("2026-05-07T08:05").ring, equals: [])
    }

    @Test("A snooze that's taken back doesn't ring at its end")
    func snoozeTakenBack() throws {
        var phone = try Phone()
        _ = phone.at("2026-05-06T07:30")
        phone.answer("2026-05-06", .snoozed(until: Timestamp(rfc3339: "2026-05-06T06:00:00Z")!))
        _ = phone.at("2026-05-06T07:31")
        phone.reminder.states = [:]
        expect(phone.at("2026-05-06T07:32").cancel, equals: ["2026-05-06"])
        expect(phone.state.scheduled.values.contains { $0.key.occurrence == "2026-05-06" }, equals: false)
    }

    @Test("A reminder that's moved rings at its new time and not at the old one")
    func moved() throws {
        var phone = try Phone()
        _ = phone.at("2026-05-06T07:00")
        phone.reminder.schedule = try Phone(time: "09:00").reminder.schedule
        expect(phone.at("2026-05-06T07:05").count, equals: 64, "each alarm has its new time")
        expect(phone.at("2026-05-06T07:30").ring, equals: [])
        expect(phone.at("2026-05-06T09:00").ring, equals: ["2026-05-06"])
        phone.reminder.schedule = try Phone(rule: "FREQ=WEEKLY;BYDAY=MO").reminder.schedule
        expect(phone.at("2026-05-06T09:05").cancel.contains("2026-05-06"), "that day isn't one of its days any more")
        phone.reminder.schedule = nil
        expect(phone.at("2026-05-06T09:10").cancel.count, equals: 64)
    }

    @Test("A clock that's set back rings nothing again, and a phone that was off for a month rings once")
    func clocks() throws {
        var phone = try Phone()
        _ = phone.at("2026-05-06T07:30")
        expect(phone.at("2026-05-06T06:00").ring, equals: [])
        expect(phone.at("2026-05-06T07:30").ring, equals: [])
        expect(phone.at("2026-06-06T12:00").ring, equals: ["2026-06-06"])
    }

    @Test("After a stop, what rang and has no answer comes back once")
    func returns() throws {
        var phone = try Phone()
        _ = phone.at("2026-05-06T07:30")
        expect(phone.at("2026-05-06T10:00", isStart: true).ring, equals: ["2026-05-06"])
        expect(phone.at("2026-05-06T10:05", isStart: true).ring, equals: [], "once")
        phone.answer("2026-05-06", .completed)
        expect(phone.at("2026-05-06T11:00", isStart: true).ring, equals: [])
    }

    @Test("What the system rang while the program was closed doesn't ring again")
    func bySystem() throws {
        var phone = try Phone()
        _ = phone.at("2026-05-06T07:00")
        phone.state.noteRungBySystem(until: Timestamp(rfc3339: "2026-05-06T08:00:00+02:00")!)
        expect(phone.at("2026-05-06T08:00") == ([], [], 1))
    }

    @Test("A reminder without a rule rings once, under the name once")
    func single() throws {
        var phone = try Phone(rule: nil)
        expect(phone.at("2026-05-06T07:00") == ([], [], 1))
        expect(phone.at("2026-05-06T07:30") == (["once"], [], 0))
        expect(phone.at("2027-05-06T07:30") == ([], [], 0))
        phone.answer("once", .completed)
        expect(phone.at("2027-05-06T07:31") == ([], ["once"], 0))
    }

    @Test("Of many reminders the next 64 alarms are scheduled, whoever they belong to")
    func manyReminders() throws {
        let reminders = try (0..<500).map { number in
            let time = "\(number % 24 < 10 ? "0" : "")\(number % 24):\(10 + number % 50)"
            let schedule = try Schedule(
                start: "2026-05-0\(1 + number % 9)", time: time, zone: "Europe/Berlin",
                rule: number % 3 == 0 ? "FREQ=DAILY" : "FREQ=WEEKLY;BYDAY=MO,WE,FR")
            return Reminder(id: UUID(), title: "\(number)", schedule: schedule)
        }
        let now = try #require(Timestamp(rfc3339: "2026-05-06T07:00:00+02:00"))
        let calculator = NotificationCalculator(zone: .gmt)
        let changes = calculator.changes(for: reminders, now: now, state: RingState())
        expect(changes.schedule.count, equals: 64)
        // The same by brute force.
        let all = reminders.flatMap { reminder in
            reminder.schedule!.occurrences(after: now, limit: 64, reminder.schedule!.clock(orElse: .gmt))
        }
        expect(changes.schedule.map(\.at), equals: Array(all.map(\.due).sorted().prefix(64)))
    }
}
