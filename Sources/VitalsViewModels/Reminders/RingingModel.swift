public import Observation
package import Vitals
package import VitalsReminders

/// The ringing of one phone: runs it, and asks the person for their permission.
@MainActor
@Observable
public final class RingingModel {
    /// nil until it's known, and where this system has no notifications.
    private var permission: NoticePermission?
    /// The reason why ringing has ended.
    public private(set) var problem: String?

    private let device: Device
    private let diagnostics: DiagnosticsLog
    private let notifier: (any ReminderNotifier)?
    private let clock: @Sendable () -> Timestamp
    @ObservationIgnored private var session: NoticeSession?

    /// - Parameter notifier: nil where the system has no notifications.
    package init(
        device: Device, diagnostics: DiagnosticsLog = DiagnosticsLog(), notifier: (any ReminderNotifier)?,
        clock: @escaping @Sendable () -> Timestamp = Timestamp.systemClock
    ) {
        self.device = device
        self.diagnostics = diagnostics
        self.notifier = notifier
        self.clock = clock
    }

    /// The reason why reminders don't ring on this phone; nil if they do.
    public var note: String? {
        switch permission {
        case .granted, nil: nil
        case .notAsked: "Reminders ring here once you allow notifications."
        case .denied: "Notifications are off for Vitals, so reminders don’t ring here. Allow them in Settings."
        }
    }

    /// True while the system would ask the person. It asks once.
    public var canAsk: Bool { permission == .notAsked }

    /// Rings until the task is cancelled.
    func run(sync: @escaping @Sendable () async -> Void) async {
        guard let notifier else { return }
        let session = NoticeSession(device, notifier, clock: clock, sync: sync)
        self.session = session
        defer { self.session = nil }
        permission = await notifier.permission()
        do {
            try await session.run()
        } catch is CancellationError {
            return
        } catch {
            problem = diagnostics.message(of: error)
        }
    }

    /// When the app comes to the front. The person may have been in Settings.
    public func wake() async {
        guard let session else { return }
        permission = await session.wake()
    }

    /// Asks for permission to notify.
    public func ask() async {
        guard let session else { return }
        permission = await session.ask()
    }

    /// Asks the person who has just made a reminder, if the system hasn't asked yet.
    func reminderAdded() async {
        if canAsk { await ask() }
    }
}
