import SwiftUI
import VitalsViewModels

/// The three tabs of the app.
struct RootView: View {
    let phone: PhoneModel

    var body: some View {
        TabView {
            Tab("Today", systemImage: "heart.text.square") { TodayView(phone: phone) }
            Tab("Review", systemImage: "exclamationmark.bubble") { ReviewView(phone: phone) }
                .badge(phone.today.attentionCount)
            Tab("Settings", systemImage: "gearshape") { SettingsView(phone: phone) }
        }
    }
}

#Preview("With records") { RootView(phone: .preview(.withRecords)) }
#Preview("Empty") { RootView(phone: .preview(.empty)) }
