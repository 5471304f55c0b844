import SwiftUI
import Vitals
import VitalsViewModels

/// The form in which a measurement is added, edited or fixed.
struct EntryView: View {
    @Bindable var model: EntryModel
    @Environment(\.dismiss) private var dismiss
    @FocusState private var isValueFocused: Bool

    var body: some View {
        NavigationStack {
            Form {
                if model.purpose == .add { kindPicker }
                if model.draft.kind.needsLabel {
                    Section {
                        TextField("Name, such as dizzy", text: $model.draft.label)
                    } footer: {
                        ErrorText(model.errors.label)
                    }
                }
                Section {
                    TextField("Value", text: $model.draft.valueText)
                        .keyboardType(model.draft.unit == .count ? .numberPad : .decimalPad)
                        .focused($isValueFocused)
                    if model.units.count > 1 { unitPicker }
                } header: {
                    Text(model.draft.kind.title)
                } footer: {
                    ErrorText(model.errors.value)
                }
                Section {
                    DatePicker("Measured", selection: recordedAt, in: ...Date.now)
                } footer: {
                    ErrorText(model.errors.recordedAt)
                }
                if let problem = model.problem { ProblemRow(problem) }
            }
            .navigationTitle(model.purpose == .add ? "Add" : "Edit")
            .navigationBarTitleDisplayMode(.inline)
            .toolbar {
                ToolbarItem(placement: .cancellationAction) { Button("Cancel") { dismiss() } }
                ToolbarItem(placement: .confirmationAction) {
                    Button("Save") { if model.save() { dismiss() } }
                }
            }
            .onAppear { isValueFocused = true }
        }
    }

    private var kindPicker: some View {
        Picker("What", selection: Binding(get: { model.draft.kind }, set: { model.choose($0) })) {
            ForEach(MetricKind.known, id: \.rawValue) { kind in Text(kind.title).tag(kind) }
        }
    }

    private var unitPicker: some View {
        Picker("Unit", selection: $model.draft.unit) {
            ForEach(model.units, id: \.rawValue) { unit in
                Text(unit.symbol).accessibilityLabel(unit.spokenName).tag(unit)
            }
        }
        .pickerStyle(.segmented)
    }

    private var recordedAt: Binding<Date> {
        Binding(get: { model.draft.recordedAt.date }, set: { model.draft.recordedAt = Timestamp($0) })
    }
}

#Preview { EntryView(model: PhoneModel.preview(.withRecords).adding(.weight)) }
