import SwiftUI
import Vitals
import VitalsViewModels

/// The card about the person's week, until it's dismissed.
struct WeekSection: View {
    let model: InsightModel

    var body: some View {
        if let insight = model.shown {
            Section("Your week") {
                VStack(alignment: .leading, spacing: 8) {
                    Text(verbatim: insight.text)
                    Text(verbatim: "Written by \(insight.writer).").font(.footnote).foregroundStyle(.secondary)
                }
                Button("Dismiss") { model.dismiss() }
                    .accessibilityLabel("Dismiss the text about your week")
            }
        } else if let failure = model.failure {
            Section("Your week") {
                Text(verbatim: failure).foregroundStyle(.secondary)
                Button("Dismiss") { model.dismissFailure() }
                    .accessibilityLabel("Dismiss the message about your week")
            }
        }
    }
}
