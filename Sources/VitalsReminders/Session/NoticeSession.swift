import Foundation
import Synchronization
package import Vitals

/// A person's permission to notify them.
package enum NoticePermission: Hashable, Sendable {
    case notAsked, granted, denied
}

/// The notifications of a system that shows scheduled alarms by itself, also while the program is closed.
package protocol ReminderNotifier: Sendable {
    func permission() async -> NoticePermission

    /// Asks the person. A system that has asked before answers without them.
    func ask() async -> NoticePermission

    /// The alarms that the system will show, and those that are on the screen.
    func alarms() async -> (pending: [Alarm], shown: [Alarm])

    func show(_ changes: AlarmChanges) async
}

/// Rings by the notifications of a system.
package final class NoticeSession: Sendable {
    private let notifier: any ReminderNotifier
    private let session: RingSession
    private let isGranted: Granted

    private final class Granted: Sendable {
        private let value = Mutex(false)

        func get() -> Bool { value.withLock { $0 } }
        func set(_ isGranted: Bool) { value.withLock { $0 = isGranted } }
    }

    /// - Parameter sync: runs one sync; it reports its failures itself.
    package init(
        _ device: Device, _ notifier: any ReminderNotifier,
        clock: @escaping @Sendable () -> Timestamp = Timestamp.systemClock,
        sync: @escaping @Sendable () async -> Void
    ) {
        let (isGranted, reminders) = (Granted(), device.reminders)
        self.notifier = notifier
        self.isGranted = isGranted
        session = RingSession(
            device, mayRing: false, clock: clock, sync: sync,
            prepare: {
                guard isGranted.get() else { return }
                // The system rings by itself, and the person may have swept alarms away.
                let (pending, shown) = await notifier.alarms()
                try reminders.changeRingState { $0.match(pending: pending, shown: shown, now: clock()) }
            },
            show: { ringing in
                if isGranted.get() { return await notifier.show(ringing.changes) }
                // The system shows nothing then, so nothing may count as scheduled: it would count as rung later.
                try? reminders.changeRingState { $0.scheduled = [:] }
            })
    }

    /// Runs until the task is cancelled.
    ///
    /// - Throws: `StoreError`, `CancellationError`.
    package func run() async throws {
        permit(await notifier.permission())
        try await session.run()
    }

    /// When the program comes to the front. The permission may be another one by then.
    @discardableResult
    package func wake() async -> NoticePermission {
        let permission = permit(await notifier.permission())
        session.wake()
        return permission
    }

    @discardableResult
    package func ask() async -> NoticePermission { permit(await notifier.ask()) }

    @discardableResult
    private func permit(_ permission: NoticePermission) -> NoticePermission {
        isGranted.set(permission == .granted)
        session.permit(permission == .granted)
        return permission
    }
}
