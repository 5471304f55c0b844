import SwiftUI
import Vitals
import VitalsViewModels

/// The history of one kind, day by day.
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
        .navigationTitle(kind.title)
        .toolbar {
            if kind.isKnown {
                Button("Add", systemImage: "plus") { form = phone.adding(kind) }
            }
        }
        .sheet(item: $form) { model in EntryView(model: model) }
    }
}

#Preview { NavigationStack { HistoryView(phone: .preview(.withRecords), kind: .weight) } }
