import Foundation
import TestSupport
import Testing
import VitalsFeatures

@testable import Vitals
@testable import VitalsReminders

/// The driver of the ring machine, in real time.
@Suite("A session that rings", .timeLimit(.minutes(2))) struct RingSessionTests {
    private let clock = Locked(Timestamp(rfc3339: "2026-05-06T07:00:00Z")!)
    private let device: Device
    private let syncs = Locked(0)
    private let rang = Locked([String]())

    init() throws {
        let clock = clock
        device = try Device.inMemory(clock: { clock.withLock { $0 } }, features: .all)
    }

    private func add(_ title: String, _ time: String) throws {
        var draft = ReminderDraft(title: title)
        (draft.start, draft.time, draft.zone) = ("2026-05-06", time, "UTC")
        try device.reminders.add(draft)
    }

    private func session(mayRing: Bool = true, sync: @escaping @Sendable () async -> Void = {}) -> RingSession {
        let (clock, syncs, rang) = (clock, syncs, rang)
        return RingSession(
            device, mayRing: mayRing, clock: { clock.withLock { $0 } },
            sync: {
                syncs.withLock { $0 += 1 }
                await sync()
            }, show: { ringing in rang.withLock { $0 += ringing.changes.ring.map(\.title) } })
    }

    private func wait(_ what: String, _ condition: () -> Bool) async throws {
        let end = ContinuousClock.now + .seconds(30)
        while !condition() {
            try #require(ContinuousClock.now < end, "it didn't happen: \(what)")
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    @Test("waits for a sync that hangs for five seconds, and rings then")
    func patience() async throws {
        try add("Pills", "06:00")
        let session = session { _ = try? await Task.sleep(for: .seconds(3_600)) }
        let begin = ContinuousClock.now
        let running = Task { try await session.run() }
        defer { running.cancel() }
        try await Task.sleep(for: .seconds(2))
        expect(rang.withLock { $0 }, equals: [])
        try await wait("it rings") { rang.withLock { !$0.isEmpty } }
        expect(ContinuousClock.now - begin >= .seconds(RingMachine.patienceSeconds))
    }

    @Test("rings for a reminder that another part of the program adds, and syncs again when the clock jumps")
    func changes() async throws {
        let session = session()
        let running = Task { try await session.run() }
        defer { running.cancel() }
        try await wait("it has synced") { syncs.withLock { $0 } == 1 }
        // After its first look at the clock.
        try await Task.sleep(for: .seconds(1.5))
        try add("Pills", "06:00")
        try add("Tea", "08:00")
        try await wait("it rings") { rang.withLock { $0 } == ["Pills"] }
        clock.withLock { $0 = Timestamp(rfc3339: "2026-05-06T08:30:00Z")! }
        try await wait("it rings for what is due by the new clock") { rang.withLock { $0 } == ["Pills", "Tea"] }
        // A compute that was under way may have seen the new clock before the look that finds the jump.
        try await wait("it syncs again") { syncs.withLock { $0 } >= 2 }
    }

    @Test("rings nothing before the person permits it, and what is due then")
    func permission() async throws {
        try add("Pills", "06:00")
        let session = session(mayRing: false)
        let running = Task { try await session.run() }
        defer { running.cancel() }
        try await wait("it has synced") { syncs.withLock { $0 } == 1 }
        try await Task.sleep(for: .seconds(0.5))
        expect(rang.withLock { $0 }, equals: [])
        session.permit(true)
        try await wait("it rings") { rang.withLock { $0 } == ["Pills"] }
    }
}
