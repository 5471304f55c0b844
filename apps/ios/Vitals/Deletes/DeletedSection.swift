import SwiftUI
import VitalsViewModels

/// The deleted records that can still be brought back.
struct DeletedSection: View {
    let model: DeletedModel
    @State private var erasing: DeletedModel.Item?

    var body: some View {
        if !model.items.isEmpty || model.problem != nil {
            Section {
                if let problem = model.problem { ProblemRow(problem) }
                ForEach(model.items) { item in
                    VStack(alignment: .leading, spacing: 8) {
                        VStack(alignment: .leading, spacing: 4) {
                            Text("\(item.title), \(item.value)").font(.headline)
                            Text("Measured \(item.measuredAt)")
                            Text("Deleted \(item.deletedAt). Days left: \(item.daysLeft)")
                                .font(.footnote).foregroundStyle(.secondary)
                        }
                        .accessibilityElement(children: .ignore)
                        .accessibilityLabel(item.spoken)
                        HStack {
                            Button("Bring back") { model.restore(item.id) }.buttonStyle(.borderedProminent)
                            Button("Erase now", role: .destructive) { erasing = item }.buttonStyle(.bordered)
                        }
                    }
                }
            } header: {
                Text("Recently deleted")
            } footer: {
                Text("What was measured is erased from this phone 30 days after it was deleted.")
            }
            .confirmationDialog(
                "Erase this measurement?", isPresented: isErasing, titleVisibility: .visible, presenting: erasing
            ) { item in
                Button("Erase \(item.title), \(item.value)", role: .destructive) { model.erase(item.id) }
            } message: { _ in
                Text("It can't be brought back on this phone.")
            }
        }
    }

    private var isErasing: Binding<Bool> {
        Binding(get: { erasing != nil }, set: { if !$0 { erasing = nil } })
    }
}
