import SwiftUI
import Vitals
import VitalsViewModels

/// Counts and the last errors, without tokens or values; in developer mode also ids, causes and the last exchange.
struct DiagnosticsView: View {
    let phone: PhoneModel

    private var model: DiagnosticsModel { phone.diagnostics }

    var body: some View {
        @Bindable var settings = phone.settings
        List {
            Section {
                Toggle("Developer mode", isOn: $settings.isDeveloper)
            } footer: {
                Text("It shows ids, causes and counts beside the sentences. The system's log has the same ids.")
            }
            LinesSection(title: "This phone", lines: model.lines)
            if phone.settings.isDeveloper {
                Section("Last request") { Text(model.lastExchange ?? "None yet") }
                LinesSection(title: "Last sync", lines: model.counts)
            }
            Section("Last errors") {
                if model.errors.isEmpty { Text("None").foregroundStyle(.secondary) }
                ForEach(model.errors) { ErrorRow(item: $0) }
            }
        }
        .textSelection(.enabled)
        .navigationTitle("Diagnostics")
        .onAppear { model.refresh() }
        .onChange(of: phone.settings.isDeveloper) { model.refresh() }
    }
}

private struct LinesSection: View {
    let title: LocalizedStringKey
    let lines: [DiagnosticsModel.Line]

    var body: some View {
        Section(title) {
            ForEach(lines) { line in LabeledContent(line.name, value: line.value) }
        }
    }
}

/// The sentence of an error and its time; in developer mode what's behind it.
private struct ErrorRow: View {
    let item: DiagnosticsModel.Item

    var body: some View {
        VStack(alignment: .leading) {
            Text(item.message)
            Text(item.when).font(.footnote).foregroundStyle(.secondary)
            ForEach(item.technical) { line in
                LabeledContent(line.name, value: line.value).font(.footnote.monospaced())
            }
        }
    }
}

#Preview { NavigationStack { DiagnosticsView(phone: .preview(.withRecords)) } }
