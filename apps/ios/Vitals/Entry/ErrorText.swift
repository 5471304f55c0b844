import SwiftUI

/// The message about a wrong field, shown below it; empty when the field is right.
struct ErrorText: View {
    private let error: String?

    init(_ error: String?) { self.error = error }

    var body: some View {
        if let error {
            Label(error, systemImage: "exclamationmark.circle").foregroundStyle(.red)
        }
    }
}
