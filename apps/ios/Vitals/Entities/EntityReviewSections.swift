import SwiftUI
import VitalsViewModels

/// Edits of notes, groups and tags that lost, and changes that the server refused.
struct EntityReviewSections: View {
    let phone: PhoneModel
    @State private var form: EntityEditorModel?
    @State private var discarding: EntityReviewModel.Item?

    private var model: EntityReviewModel { phone.entities.review }

    var body: some View {
        if let problem = model.problem { ProblemRow(problem) }
        if !model.conflicts.isEmpty {
            Section("Changes of your notes and lists that lost") {
                ForEach(model.conflicts) { item in row(item) }
            }
            .confirmationDialog(
                "Which group?", isPresented: asksForGroup, titleVisibility: .visible, presenting: model.asksForGroup
            ) { item in
                ForEach(phone.entities.items[.groups] ?? []) { group in
                    Button(group.title) { model.restore(item.id, group: group.id) }
                }
            } message: { _ in
                Text("The group that it was in is gone.")
            }
        }
        if !model.refused.isEmpty {
            Section("Refused changes of your notes and lists") {
                ForEach(model.refused) { item in row(item) }
            }
            .confirmationDialog(
                "Let it go?", isPresented: isDiscarding, titleVisibility: .visible, presenting: discarding
            ) { item in
                Button("Discard", role: .destructive) { model.discard(item.id) }
            } message: { _ in
                Text("It exists only here and will be gone, with what depends on it.")
            }
            .sheet(item: $form) { model in EntityEditorView(model: model) }
        }
    }

    private func row(_ item: EntityReviewModel.Item) -> some View {
        VStack(alignment: .leading, spacing: 8) {
            VStack(alignment: .leading, spacing: 4) {
                Text(item.title).font(.headline)
                Text(item.reason)
                ForEach(item.lines, id: \.self) { line in Text(line) }
                ForEach(item.dependents, id: \.self) { line in
                    Text("With it: \(line)").font(.footnote).foregroundStyle(.secondary)
                }
                Text("\(item.isRefused ? "Refused" : "Lost") \(item.when)").font(.footnote).foregroundStyle(.secondary)
            }
            .accessibilityElement(children: .ignore)
            .accessibilityLabel(item.spoken)
            HStack {
                if let label = item.restoreLabel {
                    Button(label) { model.restore(item.id) }.buttonStyle(.borderedProminent)
                }
                if item.isFixable {
                    Button("Fix it") { form = phone.entities.fixing(item.id) }.buttonStyle(.bordered)
                }
                Button(item.discardLabel, role: item.isRefused ? .destructive : nil) {
                    if item.isRefused { discarding = item } else { model.discard(item.id) }
                }
                .buttonStyle(.bordered)
            }
        }
    }

    private var asksForGroup: Binding<Bool> {
        Binding(get: { model.asksForGroup != nil }, set: { if !$0 { model.dismissGroupChoice() } })
    }

    private var isDiscarding: Binding<Bool> {
        Binding(get: { discarding != nil }, set: { if !$0 { discarding = nil } })
    }
}
