import SwiftUI
import VitalsViewModels

/// How far Health was read, what came, and what has stopped coming.
struct IngestSection: View {
    let phone: PhoneModel

    private var model: IngestModel { phone.ingest }

    var body: some View {
        if model.canRead {
            Section {
                if model.isReading {
                    HStack {
                        ProgressView()
                        VStack(alignment: .leading) {
                            Text("Reading from Health")
                            if let rate = model.rate { Text(rate).font(.footnote).foregroundStyle(.secondary) }
                            if let rest = model.remaining { Text(rest).font(.footnote).foregroundStyle(.secondary) }
                        }
                        Spacer()
                        Button("Stop") { model.stop() }.buttonStyle(.borderless)
                    }
                } else {
                    Button("Read what is new") { Task { await model.read() } }
                    if let outcome = model.outcome { Text(outcome).foregroundStyle(.secondary) }
                }
                if let problem = model.problem { ProblemRow(problem) }
                ForEach(model.quiet, id: \.self) { Label($0, systemImage: "applewatch.slash").font(.footnote) }
                DisclosureGroup("Types") {
                    ForEach(model.lanes) { LaneRow(lane: $0) }
                }
                upload
            }
        }
    }

    @ViewBuilder private var upload: some View {
        if let waiting = model.counts?.waiting { Text(waiting).font(.footnote).foregroundStyle(.secondary) }
        if let refused = model.counts?.refused {
            Text(refused).font(.footnote)
            HStack {
                Button("Send again") { model.retryRejected() }
                Button("Forget", role: .destructive) { model.discardRejected() }
            }
            .buttonStyle(.borderless)
        }
    }
}

private struct LaneRow: View {
    let lane: IngestModel.Lane

    var body: some View {
        VStack(alignment: .leading, spacing: 4) {
            LabeledContent(lane.title, value: lane.lane)
            if let window = lane.window { Text(window).font(.footnote).foregroundStyle(.secondary) }
            if lane.fraction < 1 { ProgressView(value: lane.fraction) }
            if let problem = lane.problem { ErrorText(problem) }
        }
    }
}
