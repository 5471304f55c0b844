import SwiftUI
import VitalsViewModels

/// The state of a row, in words beside a symbol, and never by colour alone.
struct RowStateLabel: View {
    let state: RowState

    var body: some View {
        Label(state.label, systemImage: symbol)
            .foregroundStyle(state.asksForAttention ? AnyShapeStyle(.orange) : AnyShapeStyle(.secondary))
    }

    private var symbol: String {
        switch state {
        case .savedHere: "iphone"
        case .onItsWay: "arrow.up.circle"
        case .synced: "checkmark.circle"
        case .refused: "xmark.octagon"
        case .conflict: "arrow.triangle.branch"
        }
    }
}

#Preview {
    List {
        RowStateLabel(state: .savedHere)
        RowStateLabel(state: .onItsWay)
        RowStateLabel(state: .synced)
        RowStateLabel(state: .refused(reason: "The value is out of bounds."))
        RowStateLabel(state: .conflict)
    }
}
