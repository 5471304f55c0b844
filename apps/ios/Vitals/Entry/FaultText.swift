import SwiftUI

/// What is wrong with a field, below it; nothing where nothing is.
struct FaultText: View {
    private let fault: String?

    init(_ fault: String?) { self.fault = fault }

    var body: some View {
        if let fault {
            Label(fault, systemImage: "exclamationmark.circle").foregroundStyle(.red)
        }
    }
}
