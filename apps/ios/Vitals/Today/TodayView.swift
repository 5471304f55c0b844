import SwiftUI
import Vitals
import VitalsViewModels

/// Each kind with its latest value, and the state of the sync above them.
struct TodayView: View {
    let phone: PhoneModel
    @State private var adding: EntryModel?
    @State private var isSaying = false

    var body: some View {
        NavigationStack {
            List {
                Section { SyncStatusRow(phone: phone) }
                if let problem = phone.today.problem { Section { ProblemRow(problem) } }
                WeekSection(model: phone.insight)
                Section {
                    ForEach(phone.today.tiles) { tile in
                        NavigationLink(value: tile.kind) { TileRow(tile: tile) }
                    }
                } header: {
                    Text("Latest")
                } footer: {
                    if phone.today.isEmpty {
                        Text("Nothing recorded yet. Add a first value, or read them from Health in Settings.")
                    }
                }
            }
            .navigationTitle("Today")
            .navigationDestination(for: MetricKind.self) { kind in HistoryView(phone: phone, kind: kind) }
            .toolbar {
                Button("Say it in a sentence", systemImage: "text.bubble") { isSaying = true }
                Button("Add a measurement", systemImage: "plus") { adding = phone.adding(.weight) }
            }
            .task { await phone.insight.refresh() }
            .refreshable { await phone.sync.sync() }
            .sheet(item: $adding) { model in EntryView(model: model) }
            .sheet(isPresented: $isSaying) { SentenceView(model: phone.phrases) }
        }
    }
}

#Preview("With records") { TodayView(phone: .preview(.withRecords)) }
#Preview("Large text") {
    TodayView(phone: .preview(.withRecords)).environment(\.dynamicTypeSize, .accessibility2)
}
