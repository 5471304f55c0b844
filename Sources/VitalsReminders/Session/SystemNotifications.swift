#if canImport(UserNotifications)
import Foundation
public import UserNotifications
public import Vitals

/// The notifications of reminders on Apple's systems: hands `RingSession` what the system says, and the system what it decides.
///
/// The system keeps the next 64 alarms and shows them by itself, also while the app is closed. Done and Snooze are answered
/// from the notification, without opening the app.
public final class SystemNotifications: NSObject, UNUserNotificationCenterDelegate, Sendable {
    private let device: Device
    private let session: RingSession

    static let category = "reminder"
    static let done = "done"
    static let snooze = "snooze"
    /// The length of a snooze from the notification: 10 minutes, in milliseconds.
    static let snoozeMilliseconds: Int64 = 600_000

    public init(_ device: Device) {
        self.device = device
        session = RingSession(
            device, mayRing: false, sync: { _ = try? await device.sync() },
            prepare: { try await SystemNotifications.match(device) }, show: { await SystemNotifications.show($0) })
    }

    /// Registers the actions, asks for permission, and rings until the task is cancelled.
    ///
    /// - Throws: `StoreError`, `CancellationError`.
    public func run() async throws {
        let center = UNUserNotificationCenter.current()
        center.delegate = self
        center.setNotificationCategories([
            UNNotificationCategory(
                identifier: Self.category,
                actions: [
                    UNNotificationAction(identifier: Self.done, title: "Done"),
                    UNNotificationAction(identifier: Self.snooze, title: "Snooze for 10 minutes"),
                ], intentIdentifiers: [])
        ])
        let isGranted = (try? await center.requestAuthorization(options: [.alert, .sound, .badge])) ?? false
        session.permit(isGranted)
        try await session.run()
    }

    /// When the app comes to the front, or a push has come.
    public func wake() { session.wake() }

    /// The system rings by itself, and the person may have swept alarms away.
    private static func match(_ device: Device) async throws {
        let center = UNUserNotificationCenter.current()
        let pending = await center.pendingNotificationRequests().compactMap { Alarm($0) }
        let shown = await center.deliveredNotifications().compactMap { Alarm($0.request) }
        try device.reminders.changeRingState { $0.match(pending: pending, shown: shown, now: Timestamp.systemClock()) }
    }

    private static func show(_ ringing: Ringing) async {
        let center = UNUserNotificationCenter.current()
        let cancelled = ringing.changes.cancel.map(\.identifier)
        center.removePendingNotificationRequests(withIdentifiers: cancelled)
        center.removeDeliveredNotifications(withIdentifiers: cancelled)
        for alarm in ringing.changes.ring { try? await center.add(alarm.request(isDue: true)) }
        for alarm in ringing.changes.schedule { try? await center.add(alarm.request(isDue: false)) }
    }

    // MARK: Answers

    public func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async {
        guard let alarm = Alarm(response.notification.request) else { return }
        let state: OccurrenceState? =
            switch response.actionIdentifier {
            case Self.done: .completed
            case Self.snooze:
                .snoozed(
                    until: Timestamp(
                        clamping: Timestamp.systemClock().millisecondsSinceEpoch + Self.snoozeMilliseconds))
            default: nil
            }
        guard let state else { return }
        try? device.reminders.answer(alarm.key.reminder, alarm.key.occurrence, state)
    }

    public func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions {
        [.banner, .list, .sound]
    }
}

extension Alarm.Key {
    fileprivate var identifier: String { "\(reminder.lowercased) \(occurrence)" }
}

extension Alarm {
    fileprivate func request(isDue: Bool) -> UNNotificationRequest {
        let content = UNMutableNotificationContent()
        content.title = title
        content.sound = .default
        content.categoryIdentifier = SystemNotifications.category
        content.interruptionLevel = .timeSensitive
        content.userInfo = ["at": at.millisecondsSinceEpoch, "cause": cause]
        let seconds = Double(at.millisecondsSinceEpoch - Timestamp.systemClock().millisecondsSinceEpoch) / 1_000
        let trigger = isDue ? nil : UNTimeIntervalNotificationTrigger(timeInterval: max(seconds, 0.001), repeats: false)
        return UNNotificationRequest(identifier: key.identifier, content: content, trigger: trigger)
    }

    /// Reads a request as `request(isDue:)` makes it; nil for one of another feature.
    fileprivate init?(_ request: UNNotificationRequest) {
        let parts = request.identifier.split(separator: " ", maxSplits: 1).map(String.init)
        guard request.content.categoryIdentifier == SystemNotifications.category, parts.count == 2,
            let id = UUID(text: parts[0]), let at = request.content.userInfo["at"] as? Int64,
            let cause = request.content.userInfo["cause"] as? String
        else { return nil }
        self.init(
            key: Alarm.Key(id, parts[1]), at: Timestamp(clamping: at), title: request.content.title, cause: cause)
    }
}
#endif
