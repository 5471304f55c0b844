import SwiftUI
import VitalsViewModels

/// A bar that says what was deleted, with a button that brings it back. It stays until it's closed, so that nobody has to
/// be quick.
struct UndoBar: View {
    let model: DeletedModel

    var body: some View {
        if let last = model.last {
            HStack {
                Text(last.text)
                Spacer()
                Button("Undo") { model.undo() }.bold()
                Button("Close", systemImage: "xmark") { model.dismissUndo() }.labelStyle(.iconOnly)
            }
            .padding()
            .background(.regularMaterial, in: .rect(cornerRadius: 12))
            .padding(.horizontal)
            .onAppear { announce(last.text) }
            .onChange(of: last) { _, next in announce(next.text) }
        }
    }

    /// VoiceOver doesn't read what appears elsewhere on the screen by itself.
    private func announce(_ text: String) { AccessibilityNotification.Announcement(text).post() }
}
