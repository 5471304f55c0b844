import SwiftUI
import Vitals
import VitalsViewModels

/// Counts, the last exchange and the last errors, without tokens or values.
struct DiagnosticsView: View {
    let model: DiagnosticsModel

    var body: some View {
        List {
            Section("This phone") {
                ForEach(model.lines) { line in LabeledContent(line.name, value: line.value) }
            }
            Section("Last request") { Text(model.lastExchange ?? "None yet") }
            Section("Last errors") {
                if model.errors.isEmpty { Text("None").foregroundStyle(.secondary) }
                ForEach(Array(model.errors.enumerated()), id: \.offset) { _, note in
                    VStack(alignment: .leading) {
                        Text(note.detail)
                        Text("\(note.category), \(model.when(note.at))").font(.footnote).foregroundStyle(.secondary)
                    }
                }
            }
        }
        .textSelection(.enabled)
        .navigationTitle("Diagnostics")
        .onAppear { model.refresh() }
    }
}

#Preview { NavigationStack { DiagnosticsView(model: PhoneModel.preview(.withRecords).diagnostics) } }
