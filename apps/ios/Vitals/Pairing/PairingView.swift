import SwiftUI
import VitalsViewModels

/// The screen that connects this phone to a server, with a code that the server shows or with a token.
struct PairingView: View {
    @Bindable var model: PairingModel
    /// True if the last sync found that the token belongs to another account than the records.
    var isWrongAccount = false

    var body: some View {
        Form {
            if model.isConnected, let server = model.server {
                Section("Connected") {
                    LabeledContent("Server", value: server)
                    Button("Disconnect", role: .destructive) { model.disconnect() }
                }
            }
            Section {
                PasteButton(payloadType: String.self) { texts in
                    Task { @MainActor in
                        _ = texts.contains { model.open($0) }
                    }
                }
                .accessibilityLabel("Paste an invitation")
                TextField("https://example.com", text: $model.serverText)
                    .textContentType(.URL)
                    .keyboardType(.URL)
                    .textInputAutocapitalization(.never)
                    .autocorrectionDisabled()
                    .accessibilityLabel("Server address")
                Picker("By", selection: $model.method) {
                    Text("Code").tag(PairingModel.Method.code)
                    Text("Token").tag(PairingModel.Method.token)
                }
                .pickerStyle(.segmented)
                secret
            } header: {
                Text("Connect to a server")
            } footer: {
                Text("The server shows a code when you run: vitals-server pair")
            }
            if let problem = model.problem { ProblemRow(problem) }
            Section {
                Button(model.isWorking ? "Connecting" : "Connect") { Task { await model.connect() } }
                    .disabled(model.isWorking)
                if isWrongAccount {
                    Button("Connect, and send all records to that account") {
                        Task { await model.connect(movingRecords: true) }
                    }
                    .disabled(model.isWorking)
                }
            }
        }
        .navigationTitle("Server")
        .onAppear { model.refresh() }
        .confirmationDialog(
            "The records of this phone belong to another server. Send all of them to this one?",
            isPresented: Binding(get: { model.asksToMoveRecords }, set: { if !$0 { model.keepServer() } }),
            titleVisibility: .visible
        ) {
            Button("Send them all") { Task { await model.connect(movingRecords: true) } }
            Button("Cancel", role: .cancel) {}
        }
    }

    @ViewBuilder private var secret: some View {
        switch model.method {
        case .code:
            TextField("Code", text: $model.codeText)
                .textInputAutocapitalization(.characters)
                .autocorrectionDisabled()
                .textContentType(.oneTimeCode)
        case .token:
            SecureField("Token", text: $model.tokenText)
        }
    }
}

#Preview { NavigationStack { PairingView(model: PhoneModel.preview(.empty).pairing) } }
