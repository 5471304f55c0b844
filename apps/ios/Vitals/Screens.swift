import SwiftUI
import VitalsViewModels

/// The view of each tab. A feature that has a tab adds a line.
@MainActor
enum Screens {
    @ViewBuilder static func view(of tab: ScreenTab, _ phone: PhoneModel) -> some View {
        switch tab.route {
        case "today": TodayView(phone: phone)
        case "workouts": WorkoutsView(phone: phone)
        case "notes": NotesView(phone: phone)
        case "reminders": RemindersView(phone: phone)
        case "review": ReviewView(phone: phone)
        case "settings": SettingsView(phone: phone)
        default: EmptyView()
        }
    }
}
