import SwiftUI
import VitalsViewModels

/// The tabs of the app. A link such as `vitals:deleted` opens the one that has the screen.
struct RootView: View {
    let phone: PhoneModel
    @State private var route = "today"

    var body: some View {
        TabView(selection: $route) {
            ForEach(phone.tabs) { tab in
                Tab(tab.title, systemImage: tab.symbol, value: tab.route) { Screens.view(of: tab, phone) }
                    .badge(tab.badge(phone))
            }
        }
        .onOpenURL { link in
            if let tab = phone.tab(at: link.absoluteString) { route = tab.route }
        }
    }
}

#Preview("With records") { RootView(phone: .preview(.withRecords)) }
#Preview("Empty") { RootView(phone: .preview(.empty)) }
