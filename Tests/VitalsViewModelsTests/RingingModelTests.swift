import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsFeatures

@testable import VitalsReminders
@testable import VitalsViewModels

@Suite("The model of the ringing", .timeLimit(.minutes(2)))
@MainActor
struct RingingModelTests {
    private let device: Device
    private let system = StandInSystem()

    init() throws { device = try .inMemory(features: .all) }

    private func model(_ notifier: (any ReminderNotifier)?) -> RemindersModel {
        let settings = SettingsModel(
            settings: InMemorySettings(), locale: Locale(identifier: "en_GB"), calendar: .current)
        return RemindersModel(
            device: device, formatter: { settings.formatter }, ringing: RingingModel(device: device, notifier: notifier)
        )
    }

    private func wait(_ what: String, _ condition: () -> Bool) async throws {
        let end = ContinuousClock.now + .seconds(30)
        while !condition() {
            try #require(ContinuousClock.now < end, "it didn't happen: \(what)")
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    @Test("the person is asked once, after their first reminder, and then it rings")
    func asks() async throws {
        let model = model(system)
        expect(model.ringing.note == nil && !model.ringing.canAsk, "nothing is promised before it's known")
        let running = Task { await model.ringing.run(sync: {}) }
        defer { running.cancel() }
        try await wait("it could ask") { model.ringing.canAsk }
        expect(model.ringing.note, equals: "Reminders ring here once you allow notifications.")
        expect(system.askedCount, equals: 0)
        for title in ["Pills", "Walk"] {
            let form = model.adding()
            form.draft.title = title
            expect(form.save(), "\(form.errors)")
            try await wait("it rings here") { model.ringing.note == nil }
        }
        try await wait("both are scheduled") { system.scheduledCount == 2 }
        expect(system.askedCount, equals: 1)
    }

    @Test("a denied permission is said, with where it can be given, and is looked at again when the app comes back")
    func denied() async throws {
        system.set(.denied)
        let model = model(system)
        let running = Task { await model.ringing.run(sync: {}) }
        defer { running.cancel() }
        try await wait("it says why not") { model.ringing.note != nil }
        expect(model.ringing.note?.contains("Settings") == true && !model.ringing.canAsk)
        system.set(.granted)
        await model.ringing.wake()
        expect(model.ringing.note == nil && system.askedCount == 0)
    }

    @Test("where the system has no notifications, nothing runs and nothing is said")
    func none() async {
        let model = model(nil)
        await model.ringing.run(sync: {})
        await model.ringing.wake()
        await model.ringing.ask()
        expect(model.ringing.note == nil && !model.ringing.canAsk)
    }

    @Test("a press on a notification opens a closed app's records, and is stored; a reminder that's gone is no problem")
    func answers() async throws {
        var draft = ReminderDraft(title: "Pills")
        (draft.start, draft.time, draft.zone) = ("2026-05-06", "07:30", "Europe/Berlin")
        let id = try device.reminders.add(draft)
        let start = StartUp { [device] in
            PhoneModel(Dependencies(device: device, settings: InMemorySettings()), features: ScreenFeature.all)
        }
        expect(start.phone == nil)
        await start.answer(notice: ReminderNotice.name(of: Alarm.Key(id, "once")), button: "done")
        expect(try device.reminders.reminder(id)?.states["once"], equals: .completed)
        await start.answer(notice: ReminderNotice.name(of: Alarm.Key(UUID(), "once")), button: "done")
        expect(start.phone?.reminders.problem == nil)
    }
}

/// A system that grants what it's asked for.
private final class StandInSystem: ReminderNotifier {
    private let state = Locked((permission: NoticePermission.notAsked, askedCount: 0, scheduled: [Alarm]()))

    var askedCount: Int { state.withLock { $0.askedCount } }
    var scheduledCount: Int { state.withLock { $0.scheduled.count } }

    func set(_ permission: NoticePermission) { state.withLock { $0.permission = permission } }
    func permission() async -> NoticePermission { state.withLock { $0.permission } }
    func alarms() async -> (pending: [Alarm], shown: [Alarm]) { (state.withLock { $0.scheduled }, []) }
    func show(_ changes: AlarmChanges) async { state.withLock { $0.scheduled += changes.schedule } }

    func ask() async -> NoticePermission {
        state.withLock { state in
            state.askedCount += 1
            state.permission = .granted
            return state.permission
        }
    }
}
