import SwiftUI
import VitalsViewModels

/// The app: opens a phone, and shows it for as long as the app runs.
@main
struct VitalsApp: App {
    @State private var start = PhoneOpening.startUp()
    @Environment(\.scenePhase) private var scenePhase

    var body: some Scene {
        WindowGroup {
            content.task { await start.run() }
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
                    .onChange(of: scenePhase) { _, phase in
                        // The start itself does the first sync.
                        if phase == .active, start.finished.contains(.deferred) { phone.wake() }
                    }
            }
        } else if let failure = start.failure {
            StoreProblemView(detail: failure.detail) { Task { await start.run() } }
        } else {
            ProgressView().accessibilityLabel("Opening your records")
        }
    }
}
