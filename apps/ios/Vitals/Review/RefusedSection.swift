import SwiftUI
import VitalsViewModels

/// Records that the server refused: each can be fixed or discarded.
struct RefusedSection: View {
    let phone: PhoneModel
    @State private var form: EntryModel?

    private var model: RefusedModel { phone.refused }

    var body: some View {
        if !model.items.isEmpty || model.problem != nil {
            Section("Refused by the server") {
                if let problem = model.problem { ProblemRow(problem) }
                ForEach(model.items) { item in
                    VStack(alignment: .leading, spacing: 8) {
                        VStack(alignment: .leading, spacing: 4) {
                            Text("\(item.title), \(item.value)").font(.headline)
                            Text(item.reason)
                            Text("Refused \(item.refusedAt)").font(.footnote).foregroundStyle(.secondary)
                        }
                        .accessibilityElement(children: .ignore)
                        .accessibilityLabel(item.spoken)
                        HStack {
                            if let record = item.fixable {
                                Button("Fix it") { form = phone.editing(record.id) }.buttonStyle(.borderedProminent)
                            }
                            Button("Let it go", role: .destructive) { model.discard(item.id) }.buttonStyle(.bordered)
                        }
                    }
                }
            }
            .sheet(item: $form) { model in EntryView(model: model) }
        }
    }
}
