import SwiftUI

/// The error, in a sentence that says what to do.
struct ProblemRow: View {
    private let problem: String

    init(_ problem: String) { self.problem = problem }

    var body: some View {
        Label(problem, systemImage: "exclamationmark.triangle").foregroundStyle(.orange)
    }
}
