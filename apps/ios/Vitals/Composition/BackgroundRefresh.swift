import BackgroundTasks
import Foundation
import VitalsViewModels

/// Reads Health and syncs while the app is in the background, when the system thinks it's a good time.
///
/// SwiftUI tells the system that the task is done when `run` returns, and cancels it when its time is over.
enum BackgroundRefresh {
    /// As `Info.plist` has it.
    static let identifier = "\(Bundle.main.bundleIdentifier ?? "Vitals").refresh"
    private static let earliestSeconds = 3_600.0

    /// Asks for the next time. The system may take hours longer, or never come.
    @MainActor
    static func schedule(for phone: PhoneModel) {
        guard phone.ingest.canRead else { return }
        let request = BGAppRefreshTaskRequest(identifier: identifier)
        request.earliestBeginDate = Date(timeIntervalSinceNow: earliestSeconds)
        // In the simulator, and where the person has switched it off, there is no next time.
        try? BGTaskScheduler.shared.submit(request)
    }

    @MainActor
    static func run(_ phone: PhoneModel?) async {
        guard let phone, !phone.erasing.isErased else { return }
        schedule(for: phone)
        await phone.ingest.readInBackground()
        phone.sync.syncAutomatically()
        await phone.sync.waitUntilIdle()
    }
}
