import Foundation
import TestSupport
import Testing
import VitalsFeatures

@testable import Vitals
@testable import VitalsReminders

/// The notifications of a system, with a stand-in for the system itself.
@Suite("A session that rings by a system's notifications", .timeLimit(.minutes(2))) struct NoticeTests {
    private let clock = Locked(Timestamp(rfc3339: "2026-05-06T07:00:00Z")!)
    private let device: Device
    private let system = StandInNotifier()

    init() throws {
        let clock = clock
        device = try Device.inMemory(clock: { clock.withLock { $0 } }, features: .all)
    }

    @discardableResult
    private func add(_ title: String, _ time: String) throws -> UUID {
        var draft = ReminderDraft(title: title)
        (draft.start, draft.time, draft.zone) = ("2026-05-06", time, "UTC")
        return try device.reminders.add(draft)
    }

    private func session() -> NoticeSession {
        let clock = clock
        return NoticeSession(device, system, clock: { clock.withLock { $0 } }, sync: {})
    }

    private func wait(_ what: String, _ condition: () throws -> Bool) async throws {
        let end = ContinuousClock.now + .seconds(30)
        while try !condition() {
            try #require(ContinuousClock.now < end, "it didn't happen: \(what)")
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    @Test("without permission nothing is shown, and nothing counts as rung once it comes")
    func permission() async throws {
        try add("Pills", "06:00")
        try add("Tea", "07:30")
        system.set(.notAsked)
        let session = session()
        let running = Task { try await session.run() }
        defer { running.cancel() }
        try await Task.sleep(for: .seconds(1))
        expect(system.shown.isEmpty && system.scheduled.isEmpty)
        clock.withLock { $0 = Timestamp(rfc3339: "2026-05-06T07:45:00Z")! }
        await session.wake()
        try await Task.sleep(for: .seconds(1))
        system.set(.granted)
        let permission = await session.ask()
        expect(permission, equals: .granted)
        try await wait("both ring") { system.shown == ["Pills", "Tea"] }
    }

    @Test("a permission that's given in the settings is noticed when the program comes to the front")
    func settings() async throws {
        try add("Pills", "06:00")
        system.set(.denied)
        let session = session()
        let running = Task { try await session.run() }
        defer { running.cancel() }
        try await Task.sleep(for: .seconds(0.5))
        system.set(.granted)
        await session.wake()
        try await wait("it rings") { system.shown == ["Pills"] }
    }

    @Test("what the system has shown by itself isn't shown again, and what was swept away stays away")
    func systemRings() async throws {
        try add("Pills", "07:10")
        try add("Tea", "07:20")
        let session = session()
        let running = Task { try await session.run() }
        defer { running.cancel() }
        try await wait("both are scheduled") { system.scheduled == ["Pills", "Tea"] }
        // The system rings for both, and the person sweeps the tea away.
        system.ring()
        system.sweep("Tea")
        clock.withLock { $0 = Timestamp(rfc3339: "2026-05-06T07:30:00Z")! }
        await session.wake()
        try await wait("it's noted") { try device.reminders.ringState().rung.count == 2 }
        expect(system.shown, equals: ["Pills"])
        expect(system.addedCount, equals: 2)
    }

    @Test("Done and Snooze are answers, a press beside them is none, and neither is one on another notification")
    func answers() throws {
        let id = try add("Pills", "06:00")
        let (now, name) = (clock.withLock { $0 }, ReminderNotice.name(of: Alarm.Key(id, "once")))
        func press(_ button: String, on name: String) throws -> OccurrenceState? {
            try device.reminders.answer(notice: name, button: button, now: now)
            return try device.reminders.reminder(id)?.states["once"]
        }
        expect(try press("com.apple.UNNotificationDefaultActionIdentifier", on: name), equals: nil)
        expect(try press("done", on: "somebody else's"), equals: nil)
        expect(
            try press("snooze", on: name), equals: .snoozed(until: Timestamp(rfc3339: "2026-05-06T07:10:00Z")!))
        expect(try press("done", on: name), equals: .completed)
        expect(ReminderNotice.key(name), equals: Alarm.Key(id, "once"))
        #expect(throws: (any Error).self) {
            try device.reminders.answer(
                notice: ReminderNotice.name(of: Alarm.Key(UUID(), "once")), button: "done", now: now)
        }
    }
}

/// A system that keeps what it's given until a test says what happens.
private final class StandInNotifier: ReminderNotifier {
    private struct State {
        var permission = NoticePermission.granted
        var pending: [Alarm] = []
        var onScreen: [Alarm] = []
        var addedCount = 0
    }

    private let state = Locked(State())

    var shown: [String] { state.withLock { $0.onScreen.map(\.title).sorted() } }
    var scheduled: [String] { state.withLock { $0.pending.map(\.title).sorted() } }
    var addedCount: Int { state.withLock { $0.addedCount } }

    func set(_ permission: NoticePermission) { state.withLock { $0.permission = permission } }

    func ring() {
        state.withLock { state in
            state.onScreen += state.pending
            state.pending = []
        }
    }

    func sweep(_ title: String) { state.withLock { $0.onScreen.removeAll { $0.title == title } } }

    func permission() async -> NoticePermission { state.withLock { $0.permission } }
    func ask() async -> NoticePermission { await permission() }
    func alarms() async -> (pending: [Alarm], shown: [Alarm]) { state.withLock { ($0.pending, $0.onScreen) } }

    func show(_ changes: AlarmChanges) async {
        state.withLock { state in
            state.pending.removeAll { changes.cancel.contains($0.key) }
            state.onScreen.removeAll { changes.cancel.contains($0.key) }
            state.onScreen += changes.ring
            state.pending += changes.schedule
            state.addedCount += changes.ring.count + changes.schedule.count
        }
    }
}
