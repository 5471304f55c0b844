#if canImport(UserNotifications)
import Foundation
import Synchronization
package import UserNotifications
import Vitals

/// The notifications of reminders on Apple's systems.
///
/// The system keeps the next 64 alarms and shows them by itself, also while the app is closed. Done and Snooze are answered
/// from the notification, without opening the app.
package final class SystemNotifications: NSObject, UNUserNotificationCenterDelegate, ReminderNotifier {
    /// The only one, since an app has one centre of notifications.
    package static let shared = SystemNotifications()

    /// Gets a notification's name and the button that was pressed.
    private let handler = Mutex<(@Sendable (String, String) async -> Void)?>(nil)

    /// Registers the buttons, and gets what is pressed. The system starts a closed app for that, and asks the delegate that is
    /// there when the launch ends, so call it before.
    package func listen(_ body: @escaping @Sendable (_ name: String, _ button: String) async -> Void) {
        handler.withLock { $0 = body }
        let center = UNUserNotificationCenter.current()
        center.delegate = self
        let buttons = ReminderNotice.Button.allCases.map {
            UNNotificationAction(identifier: $0.rawValue, title: $0.title, options: [])
        }
        center.setNotificationCategories([
            UNNotificationCategory(
                identifier: ReminderNotice.category, actions: buttons, intentIdentifiers: [], options: [])
        ])
    }

    package func permission() async -> NoticePermission {
        switch await UNUserNotificationCenter.current().notificationSettings().authorizationStatus {
        case .notDetermined: .notAsked
        case .denied: .denied
        default: .granted
        }
    }

    package func ask() async -> NoticePermission {
        _ = try? await UNUserNotificationCenter.current().requestAuthorization(options: [.alert, .sound])
        return await permission()
    }

    package func alarms() async -> (pending: [Alarm], shown: [Alarm]) {
        let center = UNUserNotificationCenter.current()
        let pending = await center.pendingNotificationRequests().compactMap { Alarm($0) }
        return (pending, await center.deliveredNotifications().compactMap { Alarm($0.request) })
    }

    package func show(_ changes: AlarmChanges) async {
        let center = UNUserNotificationCenter.current()
        let cancelled = changes.cancel.map { ReminderNotice.name(of: $0) }
        center.removePendingNotificationRequests(withIdentifiers: cancelled)
        center.removeDeliveredNotifications(withIdentifiers: cancelled)
        for alarm in changes.ring { try? await center.add(alarm.request(isDue: true)) }
        for alarm in changes.schedule { try? await center.add(alarm.request(isDue: false)) }
    }

    // MARK: UNUserNotificationCenterDelegate

    // The methods with completion handlers, because a notification can't be passed between actors.

    package func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        let (name, button) = (response.notification.request.identifier, response.actionIdentifier)
        let handler = handler.withLock { $0 }
        // It's called once, and on the main actor, because UIKit wants to hear there that the answer is stored.
        nonisolated(unsafe) let finish = completionHandler
        Task { @MainActor in
            await handler?(name, button)
            finish()
        }
    }

    /// Shows it while the app is open, too.
    package func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
    ) {
        completionHandler([.banner, .list, .sound])
    }
}

extension Alarm {
    fileprivate func request(isDue: Bool) -> UNNotificationRequest {
        let content = UNMutableNotificationContent()
        content.title = title
        content.sound = .default
        content.categoryIdentifier = ReminderNotice.category
        content.interruptionLevel = .timeSensitive
        content.userInfo = ["at": at.millisecondsSinceEpoch, "cause": cause]
        let seconds = Double(at.millisecondsSinceEpoch - Timestamp.systemClock().millisecondsSinceEpoch) / 1_000
        // The system refuses an interval of 0.
        let trigger = isDue ? nil : UNTimeIntervalNotificationTrigger(timeInterval: max(seconds, 0.001), repeats: false)
        return UNNotificationRequest(identifier: ReminderNotice.name(of: key), content: content, trigger: trigger)
    }

    /// Reads a request as `request(isDue:)` makes it; nil for one of another feature.
    fileprivate init?(_ request: UNNotificationRequest) {
        let content = request.content
        guard content.categoryIdentifier == ReminderNotice.category, let key = ReminderNotice.key(request.identifier),
            let at = content.userInfo["at"] as? Int64, let cause = content.userInfo["cause"] as? String
        else { return nil }
        self.init(key: key, at: Timestamp(clamping: at), title: content.title, cause: cause)
    }
}
#endif
