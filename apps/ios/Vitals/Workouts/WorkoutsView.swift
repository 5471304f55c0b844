import SwiftUI
import VitalsViewModels

/// The workouts, day by day.
struct WorkoutsView: View {
    let phone: PhoneModel
    @State private var form: WorkoutEditorModel?
    @State private var deleting: WorkoutRow?

    private var model: WorkoutsModel { phone.workouts }

    var body: some View {
        NavigationStack {
            List {
                if let problem = model.problem { Section { ProblemRow(problem) } }
                IngestSection(phone: phone)
                ForEach(model.days) { day in
                    Section(day.title) {
                        ForEach(day.rows) { row($0) }
                    }
                }
                if model.hasMore { Button("Show older workouts") { model.showMore() } }
                if let text = model.emptyText { Section { Text(text).foregroundStyle(.secondary) } }
            }
            .navigationTitle("Workouts")
            .toolbar { Button("New workout", systemImage: "plus") { form = model.adding() } }
            .sheet(item: $form) { model in WorkoutEditorView(model: model) }
            .navigationDestination(for: WorkoutRow.self) { row in
                if let shown = model.showing(row.id) { WorkoutView(model: shown) { form = model.editing(row.id) } }
            }
            .confirmationDialog(
                "Delete this workout?", isPresented: isDeleting, titleVisibility: .visible, presenting: deleting
            ) { workout in
                Button("Delete \(workout.title)", role: .destructive) { model.delete(workout.id) }
            } message: { _ in
                Text("It will be deleted on all your phones. Reading Health again doesn’t bring it back.")
            }
        }
    }

    private func row(_ workout: WorkoutRow) -> some View {
        NavigationLink(value: workout) {
            VStack(alignment: .leading, spacing: 4) {
                HStack {
                    Text(workout.title).font(.headline)
                    Spacer()
                    Text(workout.time).foregroundStyle(.secondary)
                }
                Text(workout.detail).font(.footnote)
                if workout.waits { Label("Saved here", systemImage: "tray.and.arrow.up").font(.caption) }
            }
        }
        .accessibilityElement(children: .ignore)
        .accessibilityLabel(workout.spoken)
        .accessibilityAddTraits(.isButton)
        .swipeActions { Button("Delete", role: .destructive) { deleting = workout } }
    }

    private var isDeleting: Binding<Bool> {
        Binding(get: { deleting != nil }, set: { if !$0 { deleting = nil } })
    }
}

#Preview { WorkoutsView(phone: .preview(.withRecords)) }
