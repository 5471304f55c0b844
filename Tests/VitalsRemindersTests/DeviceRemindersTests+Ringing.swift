import Foundation
import TestSupport
import Testing
import VitalsEntities

@testable import Vitals
@testable import VitalsReminders

extension DeviceRemindersTests {
    @Test("A snooze survives a change of another field, and rings at its end")
    func snoozeSurvives() throws {
        let id = try reminders.add(draft())
        expect(try ring("2026-05-06T07:30"), equals: ["2026-05-06"])
        try reminders.answer(id, "2026-05-06", .snoozed(until: Timestamp(rfc3339: "2026-05-06T07:40:00+02:00")!))
        try change(id) { $0.title = "Vitamins" }
        try change(id) { $0.body = "with water" }
        expect(try ring("2026-05-06T07:39"), equals: [])
        expect(try ring("2026-05-06T07:40"), equals: ["2026-05-06"])
        expect(try ring("2026-05-06T07:41"), equals: [])
    }

    @Test("A reminder that's moved doesn't ring at its old time, and one that was done rings at its new one")
    func moved() throws {
        let id = try reminders.add(draft(rule: ""))
        expect(try ring("2026-05-06T07:00"), equals: [])
        try change(id) { $0.time = "09:00" }
        expect(try ring("2026-05-06T07:30"), equals: [])
        expect(try ring("2026-05-06T09:00"), equals: ["once"])
        try reminders.answer(id, "once", .completed)
        try change(id) { $0.title = "Vitamins" }
        expect(try ring("2026-05-06T09:01"), equals: [])
        expect(try reminders.reminder(id)?.states, equals: ["once": .completed], "another field keeps the answer")
        try change(id) { $0.start = "2026-05-08" }
        expect(try reminders.reminder(id)?.states, equals: [:])
        expect(try ring("2026-05-08T09:00"), equals: ["once"])
    }

    @Test("What rang is known after a restart: it comes back once, and then not any more")
    func restart() throws {
        try reminders.add(draft())
        expect(try ring("2026-05-06T07:30"), equals: ["2026-05-06"])
        expect(try ring("2026-05-06T07:31"), equals: [])
        expect(try ring("2026-05-06T08:00", isStart: true), equals: ["2026-05-06"])
        expect(try ring("2026-05-06T08:10", isStart: true), equals: [])
    }

    @Test("Alarms that are computed and noted apart ring the same, and a denied permission notes no ring")
    func noted() throws {
        let id = try reminders.add(draft())
        set("2026-05-06T07:30")
        expect(try reminders.take(now: now, isStart: true, mayRing: false).changes.ring, equals: [])
        let changes = try reminders.alarms(now: now)
        expect(changes.ring.map(\.key.occurrence), equals: ["2026-05-06"])
        try reminders.note(changes)
        expect(try reminders.alarms(now: now) == AlarmChanges())
        try reminders.answer(id, "2026-05-06", .completed)
        let ringing = try reminders.take(now: now, isStart: false)
        expect(ringing.withdrawn.map(\.title) == ["Pills"] && ringing.withdrawn.first?.state == .completed)
        expect(ringing.next?.rfc3339, equals: "2026-05-07T05:30:00Z")
    }

    @Test("What rang is forgotten after sixty days, unless it's still due")
    func pruned() throws {
        let daily = try reminders.add(draft())
        try reminders.add(draft("Once", "07:30", rule: ""))
        expect(try ring("2026-05-06T07:30").sorted(), equals: ["2026-05-06", "once"])
        try reminders.answer(daily, "2026-05-06", .completed)
        _ = try ring("2026-05-06T07:40")
        expect(try reminders.ringState().rung.count, equals: 2)
        set("2026-07-20T06:00")
        try reminders.delete(daily)
        expect(try ring("2026-07-20T06:00"), equals: [])
        _ = try ring("2026-07-20T06:01")
        expect(try reminders.ringState().rung.keys.map(\.occurrence), equals: ["once"])
        expect(try ring("2026-07-20T06:02"), equals: [])
    }

    @Test("It repeats until it's answered, for as often as it may")
    func repeats() throws {
        var pills = draft()
        pills.repeatMinutes = 5
        let id = try reminders.add(pills)
        let times = ["07:30", "07:34", "07:35", "07:36", "07:47", "07:50"]
        let rang = try times.filter { try !ring("2026-05-06T\($0)").isEmpty }
        expect(rang, equals: ["07:30", "07:35", "07:47", "07:50"])
        expect(try reminders.take(now: now, isStart: false).next?.rfc3339, equals: "2026-05-06T05:55:00Z")
        expect(try ring("2026-05-06T12:00"), equals: ["2026-05-06"])
        expect(try ring("2026-05-06T18:00"), equals: [], "it gives up")
        expect(try ring("2026-05-07T07:30"), equals: ["2026-05-07"])
        try reminders.answer(id, "2026-05-07", .completed)
        expect(try ring("2026-05-07T07:35"), equals: [])
    }
}
