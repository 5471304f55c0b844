import Foundation
package import Vitals

/// Rings on one device: performs the actions of `RingMachine`, and returns the results as events.
///
/// The program that has it says how to sync, and how to show what rings.
package actor RingSession {
    private let device: Device
    private let reminders: DeviceReminders
    private let sync: @Sendable () async -> Void
    private let prepare: @Sendable () async throws -> Void
    private let show: @Sendable (Ringing) async -> Void
    private let clock: @Sendable () -> Timestamp
    private let events: AsyncStream<Input>
    private let inbox: AsyncStream<Input>.Continuation
    private var machine = RingMachine()
    private var syncing: Task<Void, Never>?
    private var timers: [RingMachine.Timer: Task<Void, Never>] = [:]
    private var mayRing: Bool
    private var mark: String?
    private var lastLook: (wall: Timestamp, uptime: ContinuousClock.Instant)?

    private enum Input: Sendable {
        case machine(RingMachine.Event)
        /// The store may have changed, or the clock.
        case look
    }

    /// - Parameters:
    ///   - mayRing: true if the person has permitted notifications, or none need to be.
    ///   - sync: runs one sync; it reports its failures itself.
    ///   - prepare: runs before each compute, to note what the system has shown by itself.
    ///   - show: shows what rings, and withdraws what's over. By then it has been noted.
    package init(
        _ device: Device, mayRing: Bool = true, clock: @escaping @Sendable () -> Timestamp = Timestamp.systemClock,
        sync: @escaping @Sendable () async -> Void, prepare: @escaping @Sendable () async throws -> Void = {},
        show: @escaping @Sendable (Ringing) async -> Void
    ) {
        self.device = device
        self.mayRing = mayRing
        self.clock = clock
        self.sync = sync
        self.prepare = prepare
        self.show = show
        reminders = device.reminders
        (events, inbox) = AsyncStream.makeStream(of: Input.self)
    }

    /// After a push, or when the program comes to the front.
    package nonisolated func wake() { inbox.yield(.machine(.woke)) }

    package nonisolated func permit(_ isGranted: Bool) { inbox.yield(.machine(.permission(isGranted))) }

    /// Runs until the task is cancelled.
    ///
    /// - Throws: `StoreError`, `CancellationError`.
    package func run() async throws {
        let watching = watch()
        defer {
            for task in watching + timers.values + [syncing].compactMap(\.self) { task.cancel() }
            inbox.finish()
        }
        try await handle(.started)
        for await input in events {
            try Task.checkCancellation()
            switch input {
            case .machine(let event): try await handle(event)
            case .look: for event in try look() { try await handle(event) }
            }
        }
        throw CancellationError()
    }

    private func handle(_ event: RingMachine.Event) async throws {
        if case .permission(let isGranted) = event { mayRing = isGranted }
        for action in machine.handle(event) {
            switch action {
            case .sync: startSync()
            case .wait(let timer, let seconds): wait(timer, seconds)
            case .compute(let isStart): try await compute(isStart)
            }
        }
    }

    private func compute(_ isStart: Bool) async throws {
        mark = try reminders.changeMark()
        try await prepare()
        let now = clock()
        let ringing = try reminders.take(now: now, isStart: isStart, mayRing: mayRing)
        await show(ringing)
        let next = ringing.next.map { Double($0.millisecondsSinceEpoch - now.millisecondsSinceEpoch) / 1_000 }
        try await handle(.computed(nextSeconds: next))
    }

    private func startSync() {
        syncing = Task { [sync, inbox] in
            await sync()
            inbox.yield(.machine(.synced))
        }
    }

    private func wait(_ timer: RingMachine.Timer, _ seconds: Double) {
        timers[timer]?.cancel()
        timers[timer] = Task { [inbox] in
            guard (try? await Task.sleep(for: .seconds(seconds))) != nil, !Task.isCancelled else { return }
            inbox.yield(.machine(.timer(timer)))
        }
    }

    // MARK: Looking

    /// Another program, such as a command of the same phone, changes the store too, and the database doesn't report it.
    private static let lookSeconds = 1.0
    /// A pause between two looks that is longer was a sleep, and a clock that differs by more was set.
    private static let sleepSeconds = 10.0
    private static let jumpSeconds = 2.0

    private func watch() -> [Task<Void, Never>] {
        let (changes, inbox) = (device.changes(), inbox)
        let inThisProgram = Task { for await _ in changes { inbox.yield(.look) } }
        let inOthers = Task {
            while (try? await Task.sleep(for: .seconds(Self.lookSeconds))) != nil { inbox.yield(.look) }
        }
        return [inThisProgram, inOthers]
    }

    private func look() throws -> [RingMachine.Event] {
        let (wall, uptime) = (clock(), ContinuousClock.now)
        defer { lastLook = (wall, uptime) }
        if let last = lastLook {
            let passed = (uptime - last.uptime) / .seconds(1)
            let shown = Double(wall.millisecondsSinceEpoch - last.wall.millisecondsSinceEpoch) / 1_000
            if passed > Self.sleepSeconds || abs(shown - passed) > Self.jumpSeconds { return [.woke] }
        }
        return try mark != nil && reminders.changeMark() != mark ? [.changed] : []
    }
}
