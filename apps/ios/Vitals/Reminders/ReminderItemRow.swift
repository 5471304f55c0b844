import SwiftUI
import VitalsViewModels

/// One occurrence, with its answers.
struct ReminderItemRow: View {
    let item: ReminderItem
    let model: RemindersModel

    var body: some View {
        HStack {
            VStack(alignment: .leading, spacing: 4) {
                Text(item.title).font(.headline)
                Text(item.when)
                Text(item.stateText ?? item.detail).font(.footnote).foregroundStyle(.secondary)
            }
            .accessibilityElement(children: .ignore)
            .accessibilityLabel(item.spoken)
            Spacer()
            if model.readOnlyText == nil { answers }
        }
    }

    @ViewBuilder private var answers: some View {
        if item.isOpen {
            Menu {
                ForEach(RemindersModel.snoozeChoices) { choice in
                    Button("Snooze for \(choice.title)") { model.snooze(item, minutes: choice.minutes) }
                }
                Button("Skip") { model.skip(item) }
            } label: {
                Label("More answers for \(item.title)", systemImage: "ellipsis.circle").labelStyle(.iconOnly)
            }
            Button {
                model.done(item)
            } label: {
                Label("Done with \(item.title)", systemImage: "checkmark.circle").labelStyle(.iconOnly)
            }
            .buttonStyle(.borderless)
        } else {
            Button("Undo") { model.reopen(item) }.buttonStyle(.borderless)
        }
    }
}
