import SwiftUI
import VitalsViewModels

/// The form of a reminder.
struct ReminderEditorView: View {
    @Bindable var model: ReminderEditorModel
    @Environment(\.dismiss) private var dismiss

    var body: some View {
        NavigationStack {
            Form {
                if let text = model.readOnlyText { Section { Label(text, systemImage: "lock") } }
                Section {
                    TextField("Title", text: $model.draft.title)
                    TextField("Text", text: $model.draft.body, axis: .vertical)
                } footer: {
                    ErrorText(model.errors.title ?? model.errors.body)
                }
                Section {
                    Toggle("Rings", isOn: $model.draft.rings)
                    if model.draft.rings { ReminderScheduleFields(model: model) }
                } footer: {
                    ErrorText(model.errors.start ?? model.errors.time ?? model.errors.zone ?? model.errors.rule)
                }
                if model.draft.rings { ReminderScheduleSection(model: model) }
                more
                if let problem = model.problem { ProblemRow(problem) }
            }
            .navigationTitle(model.title)
            .navigationBarTitleDisplayMode(.inline)
            .toolbar {
                ToolbarItem(placement: .cancellationAction) { Button("Cancel") { dismiss() } }
                ToolbarItem(placement: .confirmationAction) {
                    Button("Save") { if model.save() { dismiss() } }.disabled(model.readOnlyText != nil)
                }
            }
        }
    }

    private var more: some View {
        Section {
            Picker("Group", selection: $model.draft.group) {
                Text("The usual one").tag(UUID?.none)
                ForEach(model.groupChoices) { group in Text(group.name).tag(UUID?.some(group.id)) }
            }
            Picker("Done by measuring", selection: $model.draft.measurement) {
                Text("Nothing").tag("")
                ForEach(model.measurementChoices) { kind in Text(kind.name).tag(kind.id) }
            }
            TextField("Minutes until it rings again", text: $model.draft.repeatMinutes).keyboardType(.numberPad)
            ForEach(model.tagChoices) { tag in Toggle(tag.name, isOn: has(tag)) }
        } footer: {
            ErrorText(
                model.errors.group ?? model.errors.measurement ?? model.errors.repeatMinutes ?? model.errors.tags)
        }
    }

    private func has(_ tag: ReminderEditorModel.Choice<UUID>) -> Binding<Bool> {
        Binding(
            get: { model.draft.tags.contains(tag.id) },
            set: { isOn in
                if isOn { model.draft.tags.insert(tag.id) } else { model.draft.tags.remove(tag.id) }
            })
    }
}
