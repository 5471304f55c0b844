import SwiftUI
import VitalsViewModels

/// Edits of this phone that lost: each can be restored or discarded.
struct ConflictsSection: View {
    let model: ConflictsModel

    var body: some View {
        if !model.items.isEmpty || model.problem != nil {
            Section("Edits that lost") {
                if let problem = model.problem { ProblemRow(problem) }
                ForEach(model.items) { item in
                    VStack(alignment: .leading, spacing: 8) {
                        VStack(alignment: .leading, spacing: 4) {
                            Text(item.title).font(.headline)
                            LabeledContent("Your edit", value: item.yours)
                            LabeledContent("What won", value: item.winner ?? "Gone since")
                            if let wonBy = item.wonBy { LabeledContent("Written by", value: wonBy) }
                            Text("Lost \(item.lostAt)").font(.footnote).foregroundStyle(.secondary)
                        }
                        .accessibilityElement(children: .ignore)
                        .accessibilityLabel(item.spoken)
                        HStack {
                            Button("Restore mine") { model.restore(item.id) }.buttonStyle(.borderedProminent)
                            Button("Keep what won") { model.discard(item.id) }.buttonStyle(.bordered)
                        }
                    }
                }
            }
        }
    }
}
