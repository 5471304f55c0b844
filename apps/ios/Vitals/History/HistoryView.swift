import SwiftUI
import Vitals
import VitalsViewModels

/// The history of one kind, day by day. A swipe deletes, with undo.
struct HistoryView: View {
    let phone: PhoneModel
    let kind: MetricKind
    @State private var form: EntryModel?

    private var model: HistoryModel { phone.history(of: kind) }

    var body: some View {
        List {
            if let problem = model.problem { ProblemRow(problem) }
            ForEach(model.sections) { section in
                Section(section.title) {
                    ForEach(section.rows) { row in
                        Button {
                            form = phone.editing(row.id)
                        } label: {
                            RecordRowView(row: row)
                        }
                        .disabled(!row.canEdit)
                        .swipeActions {
                            if phone.deleted.canDelete {
                                Button("Delete", systemImage: "trash", role: .destructive) { delete(row) }
                            }
                        }
                    }
                }
            }
            if model.hasMore {
                Button("Show older ones") { model.showMore() }
            }
        }
        .overlay {
            if model.sections.isEmpty, model.problem == nil {
                ContentUnavailableView("No \(kind.title.lowercased()) yet", systemImage: "list.bullet")
            }
        }
        .safeAreaInset(edge: .bottom) { UndoBar(model: phone.deleted) }
        .onDisappear { phone.deleted.dismissUndo() }
        .navigationTitle(kind.title)
        .toolbar {
            if kind.isKnown {
                Button("Add", systemImage: "plus") { form = phone.adding(kind) }
            }
        }
        .sheet(item: $form) { model in EntryView(model: model) }
    }

    private func delete(_ row: RecordRow) {
        phone.deleted.delete(row.id)
        phone.refresh()
    }
}

#Preview { NavigationStack { HistoryView(phone: .preview(.withRecords), kind: .weight) } }
