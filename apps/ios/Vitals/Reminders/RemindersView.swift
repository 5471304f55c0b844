import SwiftUI
import VitalsViewModels

/// What is due today and on the next days, and all reminders by group.
struct RemindersView: View {
    let phone: PhoneModel
    @State private var form: ReminderEditorModel?
    @State private var deleting: ReminderRow?

    private var model: RemindersModel { phone.reminders }

    var body: some View {
        NavigationStack {
            List {
                if let text = model.readOnlyText { Section { Label(text, systemImage: "lock") } }
                if let problem = model.problem ?? model.ringing.problem { Section { ProblemRow(problem) } }
                if model.emptyText == nil { RingingSection(model: model.ringing) }
                if let last = model.last {
                    Section {
                        HStack {
                            Text(last.text)
                            Spacer()
                            Button("Undo") { model.undo() }.buttonStyle(.bordered)
                        }
                    }
                }
                items("Due", model.overdue)
                items("Today", model.today)
                items("Next days", model.upcoming)
                ForEach(model.groups) { group in
                    Section(group.name) {
                        ForEach(group.rows) { reminder in row(reminder) }
                    }
                }
                if let text = model.emptyText { Section { Text(text).foregroundStyle(.secondary) } }
            }
            .navigationTitle("Reminders")
            .toolbar {
                Button("New reminder", systemImage: "plus") { form = model.adding() }
                    .disabled(model.readOnlyText != nil)
            }
            .sheet(item: $form) { model in ReminderEditorView(model: model) }
            .confirmationDialog(
                "Delete this reminder?", isPresented: isDeleting, titleVisibility: .visible, presenting: deleting
            ) { reminder in
                Button("Delete \(reminder.title)", role: .destructive) { model.delete(reminder.id) }
            } message: { _ in
                Text("It will be deleted on all your phones.")
            }
        }
    }

    @ViewBuilder private func items(_ title: String, _ items: [ReminderItem]) -> some View {
        if !items.isEmpty {
            Section(title) {
                ForEach(items) { item in ReminderItemRow(item: item, model: model) }
            }
        }
    }

    private func row(_ reminder: ReminderRow) -> some View {
        Button {
            form = model.editing(reminder.id)
        } label: {
            VStack(alignment: .leading, spacing: 4) {
                Text(reminder.title).font(.headline)
                Text(reminder.detail).font(.footnote)
                    .foregroundStyle(reminder.isReadable ? AnyShapeStyle(.secondary) : AnyShapeStyle(.orange))
                if reminder.waits { Label("Saved here", systemImage: "tray.and.arrow.up").font(.caption) }
            }
        }
        .buttonStyle(.plain)
        .accessibilityElement(children: .ignore)
        .accessibilityLabel(reminder.spoken)
        .accessibilityAddTraits(.isButton)
        .accessibilityAction { form = model.editing(reminder.id) }
        .swipeActions {
            if model.readOnlyText == nil { Button("Delete", role: .destructive) { deleting = reminder } }
        }
    }

    private var isDeleting: Binding<Bool> {
        Binding(get: { deleting != nil }, set: { if !$0 { deleting = nil } })
    }
}

#Preview { RemindersView(phone: .preview(.withRecords)) }
