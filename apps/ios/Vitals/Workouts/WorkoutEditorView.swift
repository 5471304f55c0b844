import SwiftUI
import VitalsViewModels

/// The form of a workout.
struct WorkoutEditorView: View {
    @Bindable var model: WorkoutEditorModel
    @Environment(\.dismiss) private var dismiss

    var body: some View {
        NavigationStack {
            Form {
                Section {
                    Picker("Activity", selection: $model.draft.activity) {
                        Text("None").tag("")
                        ForEach(model.activityChoices) { choice in Text(choice.title).tag(choice.id) }
                    }
                    DatePicker("Start", selection: $model.startDate)
                    number("Minutes", $model.draft.minutes)
                } footer: {
                    ErrorText(model.errors.activity ?? model.errors.start ?? model.errors.minutes)
                }
                Section {
                    number("Distance (\(model.distanceSymbol))", $model.draft.distance)
                    number("Active energy (kcal)", $model.draft.energy)
                    number("Average heart rate (bpm)", $model.draft.heartRate)
                } footer: {
                    ErrorText(model.errors.distance ?? model.errors.energy ?? model.errors.heartRate)
                }
                Section {
                    TextField("Note", text: $model.draft.note, axis: .vertical)
                } footer: {
                    ErrorText(model.errors.note)
                }
                if let problem = model.problem { ProblemRow(problem) }
            }
            .navigationTitle(model.title)
            .navigationBarTitleDisplayMode(.inline)
            .toolbar {
                ToolbarItem(placement: .cancellationAction) { Button("Cancel") { dismiss() } }
                ToolbarItem(placement: .confirmationAction) { Button("Save") { if model.save() { dismiss() } } }
            }
        }
    }

    private func number(_ title: String, _ text: Binding<String>) -> some View {
        TextField(title, text: text).keyboardType(.decimalPad)
    }
}
