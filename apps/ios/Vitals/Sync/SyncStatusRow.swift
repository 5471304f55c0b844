import SwiftUI
import Vitals
import VitalsViewModels

/// The state of the sync, and the button that starts one.
struct SyncStatusRow: View {
    let phone: PhoneModel

    private var model: SyncModel { phone.sync }

    var body: some View {
        HStack {
            VStack(alignment: .leading, spacing: 4) {
                Label(model.headline, systemImage: symbol).font(.headline)
                if let mark = phone.live.mark {
                    Label(mark, systemImage: "dot.radiowaves.left.and.right").font(.caption)
                }
                Text(model.detail(phone.settings.formatter, now: Timestamp.systemClock()))
                    .font(.footnote)
                    .foregroundStyle(.secondary)
            }
            .accessibilityElement(children: .combine)
            .accessibilityAddTraits(.updatesFrequently)
            Spacer()
            button
        }
    }

    @ViewBuilder private var button: some View {
        switch model.status {
        case .syncing: ProgressView().accessibilityLabel("Syncing")
        case .needsToken:
            NavigationLink("Connect") { PairingView(model: phone.pairing) }
        case .wrongAccount:
            NavigationLink("Choose") { PairingView(model: phone.pairing, isWrongAccount: true) }
        case .offline where model.isAirplane:
            Button("Switch on") { phone.setAirplane(false) }
        case .idle, .waiting, .offline, .failed:
            Button("Sync now", systemImage: "arrow.triangle.2.circlepath") {
                Task { await model.sync() }
            }
            .labelStyle(.iconOnly)
        }
    }

    private var symbol: String {
        switch model.status {
        case .idle: model.pendingCount > 0 ? "tray.and.arrow.up" : "checkmark.circle"
        case .syncing: "arrow.triangle.2.circlepath"
        case .waiting: "clock"
        case .offline: model.isAirplane ? "airplane" : "wifi.slash"
        case .needsToken: "key"
        case .wrongAccount: "person.crop.circle.badge.exclamationmark"
        case .failed: "exclamationmark.triangle"
        }
    }
}

#Preview { NavigationStack { List { SyncStatusRow(phone: .preview(.withRecords)) } } }
