import SwiftUI
import VitalsViewModels

/// The app: opens a phone, and shows it for as long as the app runs.
@main
struct VitalsApp: App {
    @State private var start: StartUp
    @Environment(\.scenePhase) private var scenePhase

    init() {
        let start = PhoneOpening.startUp()
        // Before the launch ends: a press on a notification may be what the system starts the app for.
        start.answerFromNotifications()
        _start = State(initialValue: start)
    }

    var body: some Scene {
        WindowGroup {
            content.task { await start.run() }
        }
        .backgroundTask(.appRefresh(BackgroundRefresh.identifier)) {
            // The system may have launched the app for this alone.
            await start.run()
            await BackgroundRefresh.run(start.phone)
        }
    }

    @ViewBuilder private var content: some View {
        if let phone = start.phone {
            if phone.erasing.isErased {
                ErasedView(model: phone.erasing) { Task { await start.startAgain() } }
            } else {
                RootView(phone: phone)
                    .safeAreaInset(edge: .top) { StartProblems(start: start) }
                    .task { await phone.follow() }
                    .task { await NetworkWatch.follow { phone.wake() } }
                    .task { await phone.ring() }
                    .task(id: liveKey(phone)) {
                        if scenePhase == .active, !phone.settings.isAirplane { await phone.live.run() }
                    }
                    .onChange(of: scenePhase) { _, phase in
                        // The start itself does the first sync.
                        if phase == .active, start.finished.contains(.deferred) {
                            phone.wake()
                            Task { await phone.ingest.read() }
                            Task { await phone.reminders.ringing.wake() }
                        }
                        if phase == .background { BackgroundRefresh.schedule(for: phone) }
                    }
            }
        } else if let failure = start.failure {
            StoreProblemView(detail: failure.detail) { Task { await start.run() } }
        } else {
            ProgressView().accessibilityLabel("Opening your records")
        }
    }

    /// Another login, airplane mode or the app in front means another stream.
    private func liveKey(_ phone: PhoneModel) -> [String] {
        ["\(scenePhase)", "\(phone.settings.isAirplane)", phone.pairing.server ?? ""]
    }
}
