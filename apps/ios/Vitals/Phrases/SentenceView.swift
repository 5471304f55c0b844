import SwiftUI
import Vitals
import VitalsViewModels

/// A sentence in place of a form: what was understood stands in cards, and is stored when the person says so.
struct SentenceView: View {
    @Bindable var model: PhraseModel
    @Environment(\.dismiss) private var dismiss
    @FocusState private var isTextFocused: Bool
    @State private var changing: CardChange?

    var body: some View {
        NavigationStack {
            Form {
                Section {
                    TextField("ran 5k this morning, weight 72.3 kg", text: $model.text, axis: .vertical)
                        .lineLimit(2...5)
                        .focused($isTextFocused)
                    Button(model.isReading ? "Reading…" : "Read it") { Task { await model.read() } }
                        .disabled(model.isReading)
                } header: {
                    Text("Say it in a sentence")
                } footer: {
                    Text(
                        "Your server reads it, perhaps with a language model. You look at the result before it is stored."
                    )
                }
                if let problem = model.problem { ProblemRow(problem) }
                if !model.cards.isEmpty { cards }
            }
            .navigationTitle("Add")
            .navigationBarTitleDisplayMode(.inline)
            .toolbar {
                ToolbarItem(placement: .cancellationAction) { Button("Close") { dismiss() } }
                ToolbarItem(placement: .confirmationAction) {
                    Button("Save") { if model.save() { dismiss() } }.disabled(model.cards.isEmpty)
                }
            }
            .onAppear { isTextFocused = true }
            .sheet(item: $changing) { change in CardChangeView(model: model, change: change) }
        }
    }

    private var cards: some View {
        Section {
            ForEach(model.cards) { card in
                Button {
                    changing = model.draft(of: card.id).map { CardChange(id: card.id, draft: $0) }
                } label: {
                    VStack(alignment: .leading, spacing: 4) {
                        Text("\(card.title), \(card.measuredAt)").font(.subheadline).foregroundStyle(.secondary)
                        Text(card.value).font(.title3.weight(.semibold)).foregroundStyle(.primary)
                    }
                }
                .accessibilityLabel(card.spoken)
                .accessibilityHint("Changes it")
                .swipeActions { Button("Leave out", role: .destructive) { model.drop(card.id) } }
            }
        } header: {
            Text("Is this right?")
        } footer: {
            Text("\(model.reader ?? "") Nothing is stored yet.")
        }
    }
}

/// A card that the person is changing.
struct CardChange: Identifiable {
    let id: UUID
    var draft: EntryDraft
}

/// The form for a card that isn't right yet.
private struct CardChangeView: View {
    let model: PhraseModel
    @State var change: CardChange
    @State private var errors = EntryErrors()
    @Environment(\.dismiss) private var dismiss

    var body: some View {
        NavigationStack {
            Form {
                if change.draft.kind.needsLabel {
                    Section {
                        TextField("Name", text: $change.draft.label)
                    } footer: {
                        ErrorText(errors.label)
                    }
                }
                Section {
                    TextField("Value", text: $change.draft.valueText).keyboardType(.decimalPad)
                } header: {
                    Text(
                        [change.draft.kind.title, change.draft.unit.symbol].filter { !$0.isEmpty }.joined(
                            separator: ", "))
                } footer: {
                    ErrorText(errors.value)
                }
                Section {
                    DatePicker("Measured", selection: recordedAt, in: ...Date.now)
                } footer: {
                    ErrorText(errors.recordedAt)
                }
            }
            .navigationTitle("Change")
            .navigationBarTitleDisplayMode(.inline)
            .toolbar {
                ToolbarItem(placement: .cancellationAction) { Button("Cancel") { dismiss() } }
                ToolbarItem(placement: .confirmationAction) {
                    Button("Done") {
                        if let errors = model.change(change.id, to: change.draft) {
                            self.errors = errors
                        } else {
                            dismiss()
                        }
                    }
                }
            }
        }
    }

    private var recordedAt: Binding<Date> {
        Binding(get: { change.draft.recordedAt.date }, set: { change.draft.recordedAt = Timestamp($0) })
    }
}

#Preview { SentenceView(model: PhoneModel.preview(.withRecords).phrases) }
