import SwiftUI
import VitalsViewModels

/// The app: opens a phone, and shows it for as long as the app runs.
@main
struct VitalsApp: App {
    @State private var opening = PhoneOpening()
    @Environment(\.scenePhase) private var scenePhase

    var body: some Scene {
        WindowGroup {
            switch opening.result {
            case .success(let phone):
                RootView(phone: phone)
                    .task { await phone.follow() }
                    .task { await NetworkWatch.follow { phone.wake() } }
                    .onChange(of: scenePhase, initial: true) { _, phase in
                        if phase == .active { phone.wake() }
                    }
            case .failure(let problem):
                StoreProblemView(problem: problem) { opening = PhoneOpening() }
            }
        }
    }
}
