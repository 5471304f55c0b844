import SwiftUI
import VitalsViewModels

/// The lists of notes, groups and tags.
struct NotesView: View {
    let phone: PhoneModel
    @State private var list = EntityList.notes
    @State private var form: EntityEditorModel?
    @State private var deleting: EntityItem?

    private var model: EntitiesModel { phone.entities }
    private var items: [EntityItem] { model.items[list] ?? [] }

    var body: some View {
        NavigationStack {
            List {
                Section {
                    Picker("Lists", selection: $list) {
                        ForEach(EntityList.allCases) { list in Text(list.title).tag(list) }
                    }
                    .pickerStyle(.segmented)
                    if let problem = model.problem { ProblemRow(problem) }
                }
                Section {
                    ForEach(items) { item in row(item) }
                } footer: {
                    if items.isEmpty { Text(list.emptyText) } else if let text = model.waitingText { Text(text) }
                }
            }
            .navigationTitle(list.title)
            .toolbar {
                Button("New \(list.word)", systemImage: "plus") { form = model.adding(to: list) }
            }
            .sheet(item: $form) { model in EntityEditorView(model: model) }
            .confirmationDialog(
                "Delete this \(list.word)?", isPresented: isDeleting, titleVisibility: .visible, presenting: deleting
            ) { item in
                Button("Delete \(item.title)", role: .destructive) { model.delete(item.id) }
            } message: { _ in
                Text("It will be deleted on all your phones. \(list.effectOfDeletion ?? "")")
            }
        }
    }

    private func row(_ item: EntityItem) -> some View {
        Button {
            form = model.editing(item.id)
        } label: {
            VStack(alignment: .leading, spacing: 4) {
                Text(item.title).font(.headline)
                if !item.detail.isEmpty { Text(item.detail).font(.footnote).foregroundStyle(.secondary) }
                if item.waits { Label("Saved here", systemImage: "tray.and.arrow.up").font(.caption) }
            }
        }
        .buttonStyle(.plain)
        .accessibilityElement(children: .ignore)
        .accessibilityLabel(item.spoken)
        .accessibilityAddTraits(.isButton)
        .accessibilityAction { form = model.editing(item.id) }
        .swipeActions {
            Button("Delete", role: .destructive) { deleting = item }
        }
    }

    private var isDeleting: Binding<Bool> {
        Binding(get: { deleting != nil }, set: { if !$0 { deleting = nil } })
    }
}

#Preview { NotesView(phone: .preview(.withRecords)) }
