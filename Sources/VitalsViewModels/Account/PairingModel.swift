public import Observation
public import Vitals

/// The model for connecting this phone to a server, with a code that the server shows or with a token.
@MainActor
@Observable
public final class PairingModel {
    public enum Method: String, CaseIterable, Hashable, Sendable {
        case code, token
    }

    /// The server's address, as typed.
    public var serverText = ""
    public var method = Method.code
    public var codeText = ""
    public var tokenText = ""
    public private(set) var isWorking = false
    /// The server that the phone is connected to; nil when there is none.
    public private(set) var server: String?
    public private(set) var isConnected = false
    /// The reason why the last action failed.
    public private(set) var problem: String?
    /// True when the records here belong to another server or account. The person must decide if they move to the new
    /// one.
    public private(set) var asksToMoveRecords = false

    private let device: Device
    private let diagnostics: DiagnosticsLog
    private let deviceName: String?
    private let onLogin: @MainActor () -> Void
    private let onLogout: @MainActor () -> Void

    /// - Parameter deviceName: this phone's name in the server's list of devices.
    public init(
        device: Device, diagnostics: DiagnosticsLog = DiagnosticsLog(), deviceName: String? = nil,
        onLogin: @escaping @MainActor () -> Void = {}, onLogout: @escaping @MainActor () -> Void = {}
    ) {
        self.device = device
        self.diagnostics = diagnostics
        self.deviceName = deviceName
        self.onLogin = onLogin
        self.onLogout = onLogout
    }

    /// Reads again which server the phone is connected to.
    public func refresh() {
        do {
            server = try device.server()?.description
            if serverText.isEmpty, let server { serverText = server }
            isConnected = try device.isLoggedIn()
        } catch {
            isConnected = false
            problem = diagnostics.message(of: error)
        }
    }

    /// Fills the form from a text that a camera read, a link carried or the person pasted. Sets `problem` if the text
    /// isn't a pairing link.
    ///
    /// - Returns: false for a text that isn't a pairing link.
    @discardableResult
    public func open(_ text: String) -> Bool {
        guard let link = PairingLink(text) else {
            problem = diagnostics.message(of: LoginError.badLink)
            return false
        }
        problem = nil
        serverText = link.server.description
        codeText = link.code
        method = .code
        return true
    }

    /// Connects the phone with the contents of the form.
    ///
    /// - Parameter movingRecords: true once the person has agreed to move all records of this phone to that server.
    public func connect(movingRecords: Bool = false) async {
        guard !isWorking else { return }
        isWorking = true
        problem = nil
        asksToMoveRecords = false
        defer { isWorking = false }
        do {
            let server = try ServerOrigin(serverText)
            switch method {
            case .token:
                try device.login(to: server, token: tokenText.filter { !$0.isWhitespace }, rebind: movingRecords)
            case .code:
                try await device.pair(with: codeText, at: server, deviceName: deviceName, rebind: movingRecords)
            }
            (codeText, tokenText) = ("", "")
            onLogin()
        } catch is CancellationError {
            // The person left the screen.
        } catch let error as SyncError where error.code == .wrongServer {
            asksToMoveRecords = true
        } catch {
            problem = diagnostics.message(of: error)
        }
        refresh()
    }

    /// Keeps the records where they are, as the person decided.
    public func keepServer() { asksToMoveRecords = false }

    /// Deletes the token; the records stay.
    public func disconnect() {
        problem = nil
        do {
            try device.logOut()
            onLogout()
        } catch {
            problem = diagnostics.message(of: error)
        }
        refresh()
    }
}
