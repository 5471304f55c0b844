import SwiftUI

/// The screen shown when the store can't be opened: the reason, and a way to try again.
struct StoreProblemView: View {
    let detail: String
    let retry: @MainActor () -> Void

    var body: some View {
        ContentUnavailableView {
            Label("Vitals cannot open its records", systemImage: "externaldrive.badge.exclamationmark")
        } description: {
            Text(detail)
        } actions: {
            Button("Try again", action: retry).buttonStyle(.borderedProminent)
        }
    }
}

#Preview { StoreProblemView(detail: "The disk is full. Free some space and try again.") {} }
