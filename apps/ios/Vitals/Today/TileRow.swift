import SwiftUI
import VitalsViewModels

/// A kind with its latest value.
struct TileRow: View {
    let tile: TodayModel.Tile

    var body: some View {
        VStack(alignment: .leading, spacing: 4) {
            Text(tile.title).font(.subheadline).foregroundStyle(.secondary)
            if let latest = tile.latest {
                Text(latest.value).font(.title2.weight(.semibold)).monospacedDigit()
                HStack {
                    Text(tile.when)
                    RowStateLabel(state: latest.state)
                }
                .font(.footnote)
                .foregroundStyle(.secondary)
            } else {
                Text("Nothing yet").font(.title3).foregroundStyle(.tertiary)
            }
        }
        .accessibilityElement(children: .ignore)
        .accessibilityLabel(tile.latest?.spoken ?? "\(tile.title), nothing yet")
    }
}
