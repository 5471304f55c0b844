import Foundation
import StepSupport
import Testing
import Vitals
import VitalsReminders

/// Tests of the difference between the alarms that a phone should have and those that it has.
@Suite("Step 23: the alarms of a phone", .serialized)
struct Step23AlarmTests {
    /// A phone in Berlin, where it is summer. It has one reminder, "Pills", at 07:30 each day from 6 May 2026 on.
    private struct Phone {
        static let berlin = TimeZone(identifier: "Europe/Berlin")!
        var reminders: [Reminder]
        var state = RingState()
        var limit = 4

        init() throws { reminders = [try Phone.reminder(1, "Pills")] }

        static func reminder(
            _ number: Int, _ title: String, on day: String = "2026-05-06", at time: String = "07:30",
            zone: String = "Europe/Berlin", rule: String? = "FREQ=DAILY"
        ) throws -> Reminder {
            let schedule = try Schedule(start: day, time: time, zone: zone, rule: rule)
            let id = UUID(uuidString: "00000000-0000-4000-8000-00000000000\(number)")!
            return Reminder(id: id, title: title, schedule: schedule)
        }

        /// The changes at a time, such as `06T07:30`, in May 2026; they are made unless `isMade` is false.
        mutating func at(_ time: String, isStart: Bool = false, isMade: Bool = true) -> AlarmChanges {
            let now = Timestamp(rfc3339: "2026-05-\(time):00+02:00")!
            let calculator = NotificationCalculator(limit: limit, zone: Self.berlin)
            let changes = calculator.changes(for: reminders, now: now, state: state, isStart: isStart)
            if isMade { state.apply(changes) }
            return changes
        }

        mutating func answer(_ occurrence: String, _ state: OccurrenceState?) {
            reminders[0].states[occurrence] = state
        }
    }

    /// Days as `06, 07`, or "nothing".
    private func days(_ occurrences: [String]) -> String {
        occurrences.isEmpty ? "nothing" : occurrences.map { String($0.suffix(2)) }.joined(separator: ", ")
    }

    private func rung(_ changes: AlarmChanges) -> String { days(changes.ring.map(\.key.occurrence)) }
    private func scheduled(_ changes: AlarmChanges) -> String { days(changes.schedule.map(\.key.occurrence)) }
    private func cancelled(_ changes: AlarmChanges) -> String { days(changes.cancel.map(\.occurrence)) }

    // MARK: Ringing

    @Test("what is due rings, and doesn't ring again while it waits for an answer")
    func ringsOnce() throws {
        var phone = try Phone()
        _ = phone.at("06T07:00")
        let (first, second) = (rung(phone.at("06T07:30")), rung(phone.at("06T07:31")))
        expect(first == "06", "It's 07:30 on 6 May, and the pills of that day ring: 06. Your phone rings \(first).")
        expect(second == "nothing", "A minute later they have rung, so nothing rings. Your phone rings \(second).")
    }

    @Test("a snooze is another reason to ring: its end rings, although the occurrence has rung before")
    func ringsAfterSnooze() throws {
        var phone = try Phone()
        _ = phone.at("06T07:30")
        phone.answer("06".day, .snoozed(until: Timestamp(rfc3339: "2026-05-06T07:40:00+02:00")!))
        _ = phone.at("06T07:31")
        let (atTheEnd, later) = (rung(phone.at("06T07:40")), rung(phone.at("06T07:41")))
        expect(
            atTheEnd == "06",
            "The pills rang at 07:30 and were snoozed until 07:40. The cause is new, so they ring: 06. It was \(atTheEnd)."
        )
        expect(later == "nothing", "The snooze has rung at 07:40. At 07:41 nothing rings; it was \(later).")
    }

    @Test("a reminder that has rung and is moved rings at its new time")
    func ringsAtTheNewTime() throws {
        var phone = try Phone()
        _ = phone.at("06T07:30")
        phone.reminders = [try Phone.reminder(1, "Pills", at: "09:00")]
        _ = phone.at("06T07:31")
        let moved = rung(phone.at("06T09:00"))
        expect(
            moved == "06", "The pills rang at 07:30, and were moved to 09:00. The cause is new: 06. It was \(moved).")
    }

    @Test("all that is due rings, however few alarms the system keeps")
    func ringsForAll() throws {
        var phone = try Phone()
        phone.reminders = try (1...6).map { try Phone.reminder($0, "Reminder \($0)") }
        let count = phone.at("06T07:30").ring.count
        expect(count == 6, "Six reminders are due, and 4 is only the limit of what is scheduled: 6. It was \(count).")
    }

    @Test("after a start, what rang and has no answer comes back")
    func returns() throws {
        var phone = try Phone()
        _ = phone.at("06T07:30")
        let back = rung(phone.at("06T10:00", isStart: true))
        expect(
            back == "06",
            "The pills rang at 07:30, and the program was stopped. At its start they come back: 06. It was \(back).")
        phone = try Phone()
        _ = phone.at("06T07:30")
        phone.state.shown = []
        let swept = rung(phone.at("06T10:00", isStart: true))
        expect(
            swept == "06",
            "The pills rang, and their user swept them from the screen without an answer. They come back: 06. It was \(swept)."
        )
    }

    @Test("it comes back once, however often the program is started")
    func returnsOnce() throws {
        var phone = try Phone()
        _ = phone.at("06T07:30")
        _ = phone.at("06T10:00", isStart: true)
        let again = rung(phone.at("06T10:05", isStart: true))
        expect(again == "nothing", "They came back at 10:00. After one more start, nothing rings. It was \(again).")
        _ = phone.at("07T07:30")
        let tomorrow = rung(phone.at("07T10:00", isStart: true))
        expect(
            tomorrow == "07",
            "The pills of the 6th came back, those of the 7th rang on time. After a start on the 7th: 07. It was \(tomorrow)."
        )
    }

    @Test("a new cause rings at a start, too, although the occurrence has come back before")
    func ringsANewCauseAtAStart() throws {
        var phone = try Phone()
        _ = phone.at("06T07:30")
        _ = phone.at("06T10:00", isStart: true)
        phone.answer("06".day, .snoozed(until: Timestamp(rfc3339: "2026-05-06T10:10:00+02:00")!))
        _ = phone.at("06T10:01")
        let later = rung(phone.at("06T10:15", isStart: true))
        expect(
            later == "06",
            "The pills came back at 10:00 and were snoozed until 10:10. The program starts at 10:15: 06. It was \(later)."
        )
    }

    @Test("what was answered rings never, not at a start either")
    func answered() throws {
        var phone = try Phone()
        _ = phone.at("06T07:00")
        phone.answer("06".day, .completed)
        let due = rung(phone.at("06T07:30", isStart: true))
        expect(due == "nothing", "The pills of the 6th were taken at 07:10. At 07:30 nothing rings. It was \(due).")
    }

    // MARK: Scheduling

    @Test("the next alarms are scheduled, as many as the system keeps")
    func schedulesTheNext() throws {
        var phone = try Phone()
        let first = scheduled(phone.at("05T12:00"))
        expect(
            first == "06, 07, 08, 09",
            "This system keeps 4 alarms. On 5 May those are 06, 07, 08, 09. Your phone schedules \(first).")
    }

    @Test("an alarm that the system has already is left alone")
    func schedulesTheDifference() throws {
        var phone = try Phone()
        _ = phone.at("05T12:00")
        let (same, next) = (scheduled(phone.at("05T12:01")), scheduled(phone.at("06T07:30")))
        expect(same == "nothing", "All four alarms are scheduled, so nothing is to do. Your phone schedules \(same).")
        expect(next == "10", "The 6th rings, and one place is free: 10. Your phone schedules \(next).")
        let start = scheduled(phone.at("06T07:31", isStart: true))
        expect(
            start == "nothing",
            "The program was stopped and starts; the system has kept its alarms: nothing. Your phone schedules \(start)."
        )
    }

    @Test("an alarm with another time or title is scheduled again")
    func schedulesTheMoved() throws {
        var phone = try Phone()
        _ = phone.at("05T12:00")
        phone.reminders = [try Phone.reminder(1, "Pills", at: "09:00")]
        let moved = phone.at("05T12:01")
        expect(
            scheduled(moved) == "06, 07, 08, 09",
            "The pills moved from 07:30 to 09:00, so all four alarms change. Your phone schedules \(scheduled(moved)).")
        let atTheOldTime = rung(phone.at("06T07:30"))
        expect(atTheOldTime == "nothing", "Nothing rings at the old time any more. It was \(atTheOldTime).")
        phone.reminders = [try Phone.reminder(1, "Pills, with water", at: "09:00")]
        let renamed = scheduled(phone.at("06T07:31"))
        expect(
            renamed == "06, 07, 08, 09", "The title changed, and the alarm shows it. Your phone schedules \(renamed).")
    }

    @Test("an alarm with another cause, or at another moment for the same one, is scheduled again")
    func schedulesInAnotherZone() throws {
        var phone = try Phone()
        _ = phone.at("05T12:00")
        phone.reminders = [try Phone.reminder(1, "Pills", at: "05:30", zone: "UTC")]
        let cause = scheduled(phone.at("05T12:01"))
        expect(
            cause == "06, 07, 08, 09",
            "07:30 in Berlin is 05:30 in UTC. The moments stay, but the cause is 05:30 now. Your phone schedules \(cause)."
        )
        phone.reminders = [try Phone.reminder(1, "Pills", at: "05:30", zone: "America/New_York")]
        let zone = scheduled(phone.at("05T12:02"))
        expect(
            zone == "06, 07, 08, 09",
            "05:30 is now that of New York. The cause is the same, and comes later. Your phone schedules \(zone).")
    }

    @Test("an alarm that is only another one is scheduled in the place of the old one, which isn't cancelled")
    func keepsTheMoved() throws {
        var phone = try Phone()
        _ = phone.at("05T12:00")
        phone.reminders = [try Phone.reminder(1, "Pills, with water")]
        let changes = cancelled(phone.at("05T12:01"))
        expect(
            changes == "nothing",
            "The title changed, and each occurrence still has a wanted alarm. Nothing is cancelled. It was \(changes).")
    }

    @Test("of several reminders, the alarms that come next have the places")
    func schedulesTheSoonest() throws {
        var phone = try Phone()
        phone.reminders.append(try Phone.reminder(2, "Walk", at: "18:00"))
        let changes = phone.at("05T12:00")
        let titles = changes.schedule.map(\.title).joined(separator: ", ")
        expect(
            titles == "Pills, Walk, Pills, Walk",
            "Pills at 07:30 and a walk at 18:00 have four places: Pills, Walk, Pills, Walk. Your phone has \(titles).")
        phone = try Phone()
        phone.reminders.append(try Phone.reminder(2, "Dentist", on: "2026-05-20", rule: nil))
        let days = scheduled(phone.at("05T12:00"))
        expect(
            days == "06, 07, 08, 09",
            "The dentist is on the 20th, after four days with pills: 06, 07, 08, 09. Your phone schedules \(days).")
    }

    @Test("an alarm that rings until it's answered is scheduled again while it rings")
    func schedulesTheRepeat() throws {
        var phone = try Phone()
        phone.reminders[0].repeatMinutes = 5
        _ = phone.at("06T07:00")
        _ = phone.at("06T07:30")
        let next = phone.state.scheduled.values.filter { $0.key.occurrence == "06".day }.map(\.at.rfc3339)
        expect(
            next == ["2026-05-06T05:35:00Z"],
            """
            The pills rang at 07:30 and ring each 5 minutes until they're answered. The next time, 07:35, is scheduled: \
            2026-05-06T05:35:00Z. Your phone has \(next).
            """)
    }

    @Test("a clock that is set back schedules nothing that has rung")
    func setBack() throws {
        var phone = try Phone()
        _ = phone.at("06T07:30")
        let back = phone.at("06T06:00", isMade: false)
        expect(
            scheduled(back) == "nothing",
            """
            The 6th has rung, and 07 to 10 are scheduled. Then the clock is set back to 06:00. 07:30 is to come once more, and \
            the pills have rung for it: nothing is to do. Your phone schedules \(scheduled(back)).
            """)
        let start = scheduled(phone.at("06T06:00", isStart: true, isMade: false))
        expect(
            start == "nothing",
            "It's the same if the program starts with the clock set back: nothing. Your phone schedules \(start).")
        phone = try Phone()
        phone.reminders.append(try Phone.reminder(2, "Walk", at: "18:00"))
        _ = phone.at("06T07:30")
        let gone = cancelled(phone.at("06T06:00"))
        expect(
            gone == "06",
            """
            The pills rang, and two walks and two pills have the four places. The clock is set back to 06:00, where the pills aren't \
            due: they leave the screen, 06. They take no place, so the others stay. Your phone cancels \(gone).
            """)
    }

    // MARK: Cancelling

    @Test("what was done elsewhere is cancelled before it rings")
    func cancelsTheDone() throws {
        var phone = try Phone()
        _ = phone.at("06T07:00")
        phone.answer("06".day, .completed)
        let changes = cancelled(phone.at("06T07:10"))
        expect(changes == "06", "The pills were taken, as another phone says. Their alarm goes: 06. It was \(changes).")
        for (time, isStart, story) in [
            ("06T07:10", true, "The program starts after they were taken"),
            ("06T07:40", false, "The phone slept over the moment of the alarm, which the system keeps"),
        ] {
            var phone = try Phone()
            _ = phone.at("06T07:00")
            phone.answer("06".day, .completed)
            let changes = cancelled(phone.at(time, isStart: isStart))
            expect(changes == "06", "\(story). The alarm goes, too: 06. It was \(changes).")
        }
    }

    @Test("what is on the screen goes from it once it has an answer")
    func cancelsTheShown() throws {
        var phone = try Phone()
        _ = phone.at("06T07:30")
        phone.answer("06".day, .skipped)
        let changes = cancelled(phone.at("06T07:40"))
        expect(
            changes == "06", "The pills rang, and were skipped at 07:40. The screen is cleared: 06. It was \(changes).")
        let again = cancelled(phone.at("06T07:41"))
        expect(again == "nothing", "The screen was cleared, so nothing is to cancel. Your phone cancels \(again).")
    }

    @Test("what is snoozed leaves the screen, although it has an alarm again")
    func cancelsTheSnoozed() throws {
        var phone = try Phone()
        _ = phone.at("06T07:30")
        phone.answer("06".day, .snoozed(until: Timestamp(rfc3339: "2026-05-06T07:45:00+02:00")!))
        let changes = phone.at("06T07:31")
        expect(
            cancelled(changes).contains("06") && scheduled(changes) == "06",
            """
            The pills rang and were snoozed until 07:45. They leave the screen, and their next alarm is scheduled: 06 in both \
            lists. Your phone cancels \(cancelled(changes)) and schedules \(scheduled(changes)).
            """)
    }

    @Test("what is on the screen stays there until it has an answer")
    func keepsTheShown() throws {
        var phone = try Phone()
        _ = phone.at("06T07:30")
        let changes = cancelled(phone.at("06T07:40"))
        expect(
            changes == "nothing",
            "The pills rang at 07:30, and the notification still waits for an answer. Your phone takes away: \(changes)."
        )
        let start = cancelled(phone.at("06T10:00", isStart: true))
        expect(
            start == "nothing",
            "The program starts, and the pills ring again where they are on the screen. Your phone takes away: \(start)."
        )
    }

    @Test("an alarm for which there is no place any more is cancelled")
    func cancelsTheLast() throws {
        var phone = try Phone()
        _ = phone.at("05T12:00")
        phone.reminders.append(try Phone.reminder(2, "Dentist", at: "08:00", rule: nil))
        let changes = phone.at("05T12:01")
        expect(
            cancelled(changes) == "09",
            "A new alarm comes on the 6th at 08:00, and 4 is the limit. The last one goes: 09. It was \(cancelled(changes))."
        )
    }

    @Test("an alarm that is due isn't cancelled: it rings")
    func keepsTheDue() throws {
        var phone = try Phone()
        _ = phone.at("06T07:00")
        let changes = phone.at("06T07:30")
        expect(
            cancelled(changes) == "nothing",
            "The 6th was scheduled and is due now. It rings, and isn't cancelled. Your phone cancels \(cancelled(changes))."
        )
        phone = try Phone()
        _ = phone.at("06T07:00")
        phone.reminders[0].title = "Pills, with water"
        let renamed = cancelled(phone.at("06T07:30"))
        expect(
            renamed == "nothing",
            """
            The pills were renamed before they were due. Their occurrence is due now and rings by its new title, so nothing is \
            cancelled. Your phone cancels \(renamed).
            """)
    }

    @Test("the end of a snooze that's taken back is cancelled, although its occurrence is due")
    func cancelsASnoozeTakenBack() throws {
        var phone = try Phone()
        _ = phone.at("06T07:30")
        phone.answer("06".day, .snoozed(until: Timestamp(rfc3339: "2026-05-06T09:00:00+02:00")!))
        _ = phone.at("06T07:31")
        phone.answer("06".day, nil)
        let changes = cancelled(phone.at("06T07:32"))
        expect(
            changes.contains("06"),
            """
            The pills were snoozed until 09:00, and a minute later their user takes the snooze back. The alarm at 09:00 goes: \
            06. It was \(changes).
            """)
    }

    @Test("each list is in its order, and names nothing twice")
    func ordered() throws {
        var phone = try Phone()
        phone.limit = 8
        phone.reminders.append(try Phone.reminder(2, "Walk", at: "07:00"))
        _ = phone.at("05T12:00")
        let due = phone.at("06T08:00").ring.map(\.title).joined(separator: ", ")
        expect(due == "Walk, Pills", "The walk was due at 07:00 and the pills at 07:30: Walk, Pills. It was \(due).")
        phone.reminders = []
        let gone = phone.at("06T08:01").cancel.map { "\($0.reminder.lowercased.suffix(1)) \($0.occurrence.suffix(2))" }
        expect(
            gone == gone.sorted() && gone.count == 10,
            "Both reminders are gone, with 2 alarms on the screen and 8 scheduled: 10, by reminder and day. It was \(gone)."
        )
        phone = try Phone()
        phone.reminders[0].repeatMinutes = 5
        _ = phone.at("06T07:30")
        phone.answer("06".day, .completed)
        let done = cancelled(phone.at("06T07:31"))
        expect(
            done == "06",
            """
            The pills are on the screen, and would ring again at 07:35. Their user has taken them, and both go under one key: 06. \
            It was \(done).
            """)
    }

    @Test("what is due at the same time is in the order of its keys")
    func ordersTies() throws {
        var phone = try Phone()
        phone.reminders = [try Phone.reminder(2, "Apple"), try Phone.reminder(1, "Pear")]
        let titles = phone.at("06T07:30").ring.map(\.title).joined(separator: ", ")
        expect(
            titles == "Pear, Apple", "The pear is reminder 1, and the apple reminder 2: Pear, Apple. It was \(titles).")
        phone = try Phone()
        phone.answer("06".day, .snoozed(until: Timestamp(rfc3339: "2026-05-07T07:30:00+02:00")!))
        let days = scheduled(phone.at("06T08:00"))
        expect(
            days == "06, 07, 08, 09",
            "The 6th is snoozed until the moment of the 7th, and comes first: 06, 07, 08, 09. Your phone has \(days).")
    }
}

extension String {
    /// The name of an occurrence in May 2026.
    fileprivate var day: String { "2026-05-\(self)" }
}
