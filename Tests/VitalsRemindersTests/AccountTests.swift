import Foundation
import TestSupport
import Testing
import VitalsEntities
import VitalsFeatures

@testable import Vitals
@testable import VitalsReminders

/// A device's access to reminders, by what its server says in a sync.
@Suite("The access to reminders in a sync") struct AccountTests {
    private struct Server: SyncAPI, AccountAPI {
        struct Say: Sendable {
            var features: String? = "deletes, reminders"
            var account: String? = "a"
            var answer: AccountAnswer?
            var asked = 0
        }

        let say = Locked(Say())

        func push(_ records: [Vitals.Measurement], context: SyncContext) async throws(SyncFailure) -> SyncResponse<
            Pushed
        > {
            let now = say.withLock { $0 }
            return SyncResponse(
                Pushed(acceptedIDs: records.map(\.id)), account: now.account, features: now.features)
        }

        func pull(cursor: Int64, limit: Int, context: SyncContext) async throws(SyncFailure) -> SyncResponse<Pulled> {
            let now = say.withLock { $0 }
            return SyncResponse(
                Pulled(records: [], nextCursor: cursor), account: now.account, features: now.features)
        }

        func account(context: SyncContext) async throws(SyncFailure) -> AccountAnswer? {
            let now = say.withLock { say in
                say.asked += 1
                return say
            }
            guard let answer = now.answer else { throw .unavailable(status: 503, retryAfterSeconds: nil) }
            return answer
        }
    }

    private let server = Server()
    private let clock = ManualClock()
    private let device: Device

    init() throws {
        let (server, clock) = (server, clock)
        let store = try MeasurementStore(
            path: ":memory:", clock: { Timestamp(clamping: clock.read()) }, features: .all)
        device = Device(store: store, api: { _, _ in server })
        try device.login(to: ServerOrigin("http://127.0.0.1:9"), token: "t")
    }

    private func answer(_ isAllowed: Bool, required: Bool = true) {
        server.say.withLock { $0.answer = AccountAnswer(isAllowed: isAllowed, isRequired: required) }
    }

    private var isAllowed: Bool { get throws { try device.reminders.access().isAllowed } }

    @Test("The server is asked once in each sync, and a denied account reads and rings, and writes nothing")
    func denied() async throws {
        let id = try device.reminders.add(ReminderDraft(title: "Pills"))
        expect(try isAllowed, "it was never asked")
        answer(false)
        try await device.sync()
        expect(server.say.withLock(\.asked), equals: 1)
        expect(try !isAllowed)
        let draft = ReminderDraft(title: "Tea")
        #expect(throws: RemindersReadOnly.self) { try device.reminders.add(draft) }
        #expect(throws: RemindersReadOnly.self) { try device.reminders.update(id, draft) }
        #expect(throws: RemindersReadOnly.self) { try device.reminders.answer(id, "once", .completed) }
        #expect(throws: RemindersReadOnly.self) { try device.reminders.delete(id) }
        expect(try device.reminders.all().map(\.title), equals: ["Pills"])
        expect(try device.entities.waitingCount() > 0, "what was made before waits on")
        answer(true)
        try await device.sync()
        try device.reminders.add(draft)
    }

    @Test("A measurement is stored without the right to change reminders, and completes none")
    func measurement() async throws {
        var draft = ReminderDraft(title: "Weigh in")
        let day = WallClock(.gmt).day(of: Timestamp(clamping: clock.read()))
        (draft.start, draft.time, draft.zone, draft.measurement) = (day.text, "00:00", "UTC", .weight)
        let id = try device.reminders.add(draft)
        answer(false)
        try await device.sync()
        try device.add(.weight, 72)
        expect(try device.list().count == 1 && device.reminders.reminder(id)?.states == [:])
    }

    @Test("An answer holds for fourteen days where no newer one can be had, and for one account only")
    func grace() async throws {
        answer(true)
        try await device.sync()
        server.say.withLock { $0.answer = nil }
        clock.advance(milliseconds: 13 * 86_400_000)
        try await device.sync()
        expect(try isAllowed)
        clock.advance(milliseconds: 2 * 86_400_000)
        expect(try !isAllowed)
        answer(true)
        try await device.sync()
        expect(try isAllowed)
        answer(false)
        try await device.sync()
        expect(try !isAllowed)
        // A server without the feature asks for nothing.
        server.say.withLock { $0.features = "deletes" }
        let asked = server.say.withLock(\.asked)
        try await device.sync()
        expect(try isAllowed && server.say.withLock(\.asked) == asked)
    }
}
