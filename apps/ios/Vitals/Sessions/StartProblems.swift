import SwiftUI
import VitalsViewModels

/// The steps of the start that failed, above a screen that works all the same.
struct StartProblems: View {
    let start: StartUp

    var body: some View {
        ForEach(start.problems) { problem in
            HStack {
                Label("\(problem.name): \(problem.detail)", systemImage: "exclamationmark.triangle").font(.footnote)
                Spacer()
                Button("Close", systemImage: "xmark") { start.dismiss(problem) }.labelStyle(.iconOnly)
            }
            .padding()
            .background(.regularMaterial)
        }
    }
}
