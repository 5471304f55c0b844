import SwiftUI
import Vitals
import VitalsViewModels

/// Units, server, deleting, Health, diagnostics and the erasure of this phone.
struct SettingsView: View {
    let phone: PhoneModel

    var body: some View {
        @Bindable var settings = phone.settings
        @Bindable var deleted = phone.deleted
        NavigationStack {
            Form {
                Section("Units") {
                    UnitPicker(title: "Weight", kind: .weight, unit: $settings.weightUnit)
                    UnitPicker(title: "Distance", kind: .distance, unit: $settings.distanceUnit)
                }
                Section {
                    NavigationLink {
                        PairingView(model: phone.pairing)
                    } label: {
                        LabeledContent("Server", value: phone.pairing.server ?? "None")
                    }
                    Toggle(
                        "Airplane mode for Vitals",
                        isOn: Binding(get: { phone.sync.isAirplane }, set: { phone.setAirplane($0) }))
                } header: {
                    Text("Sync")
                } footer: {
                    Text("In airplane mode Vitals sends and fetches nothing. Records are kept here as always.")
                }
                Section {
                    Toggle("Deleting", isOn: $deleted.canDelete)
                } footer: {
                    Text("When it's off, nothing can be deleted here. What another phone deletes still goes.")
                }
                Section {
                    NavigationLink("Your data") { DataView(phone: phone) }
                    NavigationLink("Health") { HealthSourcesView(phone: phone) }
                    NavigationLink("Diagnostics") { DiagnosticsView(phone: phone) }
                }
                EraseSection(phone: phone)
            }
            .navigationTitle("Settings")
            .onChange(of: phone.settings.weightUnit) { phone.refresh() }
            .onChange(of: phone.settings.distanceUnit) { phone.refresh() }
        }
    }
}

/// A picker for the unit in which a kind is shown and entered.
private struct UnitPicker: View {
    let title: LocalizedStringKey
    let kind: MetricKind
    @Binding var unit: MetricUnit

    var body: some View {
        Picker(title, selection: $unit) {
            ForEach(UnitPreferences.choices(for: kind), id: \.rawValue) { unit in
                Text(unit.spokenName.capitalized).tag(unit)
            }
        }
    }
}

#Preview { SettingsView(phone: .preview(.withRecords)) }
