import SwiftUI
import VitalsViewModels

/// The form of a note, group or tag.
struct EntityEditorView: View {
    @Bindable var model: EntityEditorModel
    @Environment(\.dismiss) private var dismiss

    var body: some View {
        NavigationStack {
            Form {
                Section {
                    TextField(model.list == .notes ? "Title" : "Name", text: $model.draft.name)
                } footer: {
                    ErrorText(model.errors.name ?? model.warning)
                }
                Section {
                    if model.list == .notes {
                        TextField("Text", text: $model.draft.text, axis: .vertical).lineLimit(6...)
                    } else {
                        TextField("Colour, such as green", text: $model.draft.text)
                    }
                } footer: {
                    ErrorText(model.errors.text)
                }
                if model.list == .notes {
                    Section {
                        ForEach(model.tagChoices) { tag in Toggle(tag.name, isOn: has(tag)) }
                    } header: {
                        Text("Tags")
                    } footer: {
                        if model.tagChoices.isEmpty { Text("There are no tags yet.") }
                        ErrorText(model.errors.tags)
                    }
                }
                if let problem = model.problem { ProblemRow(problem) }
            }
            .navigationTitle(model.title)
            .navigationBarTitleDisplayMode(.inline)
            .toolbar {
                ToolbarItem(placement: .cancellationAction) { Button("Cancel") { dismiss() } }
                ToolbarItem(placement: .confirmationAction) {
                    Button("Save") { if model.save() { dismiss() } }
                }
            }
        }
    }

    private func has(_ tag: EntityEditorModel.TagChoice) -> Binding<Bool> {
        Binding(
            get: { model.draft.tags.contains(tag.id) },
            set: { isOn in
                if isOn { model.draft.tags.insert(tag.id) } else { model.draft.tags.remove(tag.id) }
            })
    }
}
