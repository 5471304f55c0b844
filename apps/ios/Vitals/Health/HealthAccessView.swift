import SwiftUI
import Vitals
import VitalsViewModels

/// The screen for reading from Health, in two steps: the reason, and then the system's own question.
struct HealthAccessView: View {
    let model: HealthAccessModel

    var body: some View {
        Form {
            switch model.step {
            case .unavailable:
                Text("This device has no Health. Measurements can be entered by hand.")
            case .explaining, .asking: explanation
            case .asked, .importing: readings
            }
            if let problem = model.problem { ProblemRow(problem) }
        }
        .navigationTitle("Health")
        .onAppear { model.refresh() }
    }

    @ViewBuilder private var explanation: some View {
        Section {
            Text(
                "Vitals can read these measurements from Health, so that you need not type them. It never writes there. They are kept on this phone, and go to your own server if you connect one."
            )
        }
        Section {
            ForEach(model.kinds) { row in
                Toggle(
                    row.title, isOn: Binding(get: { row.isWanted }, set: { model.setWanted($0, row.kind) }))
            }
        } footer: {
            Text("Next, Health itself asks you. You may allow some and not others, and change your mind later.")
        }
        Section {
            Button("Continue") { Task { await model.ask() } }
                .disabled(model.step == .asking || model.kinds.allSatisfy { !$0.isWanted })
        }
    }

    @ViewBuilder private var readings: some View {
        Section {
            ForEach(model.kinds) { row in
                LabeledContent(row.title, value: row.state.label)
            }
        } footer: {
            Text(
                "Health does not tell an app what you have not allowed. To change it: Settings, Apps, Health, Data Access & Devices, Vitals."
            )
        }
        Section {
            Button(model.step == .importing ? "Reading" : "Read what is new") { Task { await model.importNew() } }
                .disabled(model.step == .importing)
            if let report = model.lastReport {
                Text("\(report.addedCount) new, \(report.presentCount) here already").foregroundStyle(.secondary)
            }
        }
    }
}

#Preview("Explaining") { NavigationStack { HealthAccessView(model: PhoneModel.preview(.empty).health) } }
