import SwiftUI
import VitalsViewModels

/// Permission to read from Health, in two steps, and what recorded the readings.
struct HealthSourcesView: View {
    let phone: PhoneModel

    private var model: HealthSourcesModel { phone.healthSources }

    var body: some View {
        Form {
            if let hint = model.hint { Section { Text(hint) } }
            if let problem = model.problem { Section { ProblemRow(problem) } }
            ForEach(model.steps) { step in section(step) }
            IngestSection(phone: phone)
            if !model.sources.isEmpty {
                Section("Recorded by") {
                    ForEach(model.sources) { source in
                        VStack(alignment: .leading, spacing: 4) {
                            Text(source.name)
                            Text(source.detail).font(.footnote).foregroundStyle(.secondary)
                        }
                    }
                }
            }
            KeepSection(model: phone.ingest)
        }
        .navigationTitle("Health")
        .onAppear { model.refresh() }
    }

    @ViewBuilder private func section(_ step: HealthSourcesModel.Step) -> some View {
        Section {
            if step.state == .ready || step.state == .asking {
                Text(step.explanation)
                Button("Continue") { Task { await model.ask(step.id) } }.disabled(step.state == .asking)
            }
            if step.state == .asked {
                ForEach(step.types) { type in LabeledContent(type.title, value: type.state) }
            }
            if step.state == .later { Text("Asked for later.").foregroundStyle(.secondary) }
        } header: {
            Text(step.title)
        } footer: {
            switch step.state {
            case .ready: Text("Next, Health itself asks you. You may change your mind later.")
            case .asked: Text(HealthSourcesModel.nothingCameText)
            case .later, .asking: EmptyView()
            }
        }
    }
}

/// The months of readings that this phone keeps.
private struct KeepSection: View {
    @Bindable var model: IngestModel

    var body: some View {
        Section {
            Picker("Keep readings", selection: $model.keepMonths) {
                ForEach(IngestModel.keepChoices, id: \.self) { months in
                    Text(months.map { "\($0) months" } ?? "All").tag(months)
                }
            }
        } footer: {
            Text("Older ones are removed from this phone once the server has them. Then the server alone has them.")
        }
    }
}

#Preview { NavigationStack { HealthSourcesView(phone: .preview(.withRecords)) } }
