import SwiftUI
import VitalsViewModels

/// A record in a list: its value, time and sync state.
struct RecordRowView: View {
    let row: RecordRow

    var body: some View {
        ViewThatFits(in: .horizontal) {
            HStack(alignment: .firstTextBaseline) {
                value
                Spacer()
                facts
            }
            VStack(alignment: .leading, spacing: 4) {
                value
                facts
            }
        }
        .contentShape(.rect)
        .accessibilityElement(children: .ignore)
        .accessibilityLabel(row.spoken)
        .accessibilityHint(row.canEdit ? "Edits this measurement" : "")
    }

    private var value: some View { Text(row.value).font(.body.weight(.medium)).monospacedDigit() }

    private var facts: some View {
        HStack {
            RowStateLabel(state: row.state)
            Text(row.time)
        }
        .font(.footnote)
        .foregroundStyle(.secondary)
    }
}
