import SwiftUI
import VitalsViewModels

/// The button that erases this phone, after a question that says what was never sent.
struct EraseSection: View {
    let phone: PhoneModel

    private var model: EraseModel { phone.erasing }

    var body: some View {
        Section {
            if let problem = model.problem { ProblemRow(problem) }
            Button(model.isErasing ? "Erasing" : "Erase this phone", role: .destructive) { model.ask() }
                .disabled(model.isErasing)
        } footer: {
            Text("Removes all records and settings from this phone, and ends its token at the server.")
        }
        .confirmationDialog(
            "Erase this phone?",
            isPresented: Binding(get: { model.question != nil }, set: { if !$0 { model.cancel() } }),
            titleVisibility: .visible
        ) {
            Button("Erase everything", role: .destructive) {
                Task {
                    await phone.ingest.end()
                    await phone.erase()
                }
            }
            Button("Cancel", role: .cancel) {}
        } message: {
            Text(model.question ?? "")
        }
    }
}

/// The last screen of an erased phone.
struct ErasedView: View {
    let model: EraseModel
    let startAgain: @MainActor () -> Void

    var body: some View {
        ContentUnavailableView {
            Label("This phone is erased", systemImage: "checkmark.circle")
        } description: {
            if let token = model.token { Text(verbatim: "\(token)") }
        } actions: {
            Button("Start again", action: startAgain).buttonStyle(.borderedProminent)
        }
    }
}
