import SwiftUI

/// The message about a wrong field, shown below it; empty when the field is right.
struct FaultText: View {
    private let fault: String?

    init(_ fault: String?) { self.fault = fault }

    var body: some View {
        if let fault {
            Label(fault, systemImage: "exclamationmark.circle").foregroundStyle(.red)
        }
    }
}
