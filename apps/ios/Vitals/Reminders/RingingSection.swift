import SwiftUI
import UIKit
import VitalsViewModels

/// Says why reminders don't ring on this phone, and leads to what helps. It's empty where they do.
struct RingingSection: View {
    let model: RingingModel
    @Environment(\.openURL) private var openURL

    var body: some View {
        if let note = model.note {
            Section {
                Text(note)
                if model.canAsk {
                    Button("Allow notifications") { Task { await model.ask() } }
                } else if let settings = URL(string: UIApplication.openNotificationSettingsURLString) {
                    Button("Open Settings") { openURL(settings) }
                }
            }
        }
    }
}
