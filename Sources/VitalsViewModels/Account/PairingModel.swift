public import Observation
import Vitals

/// Connecting this phone to a server: by a code that the server shows, or by a token.
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
    /// The server that the phone is connected to; nil where there is none.
    public private(set) var server: String?
    public private(set) var isConnected = false
    /// Why the last thing that was asked for could not be done.
    public private(set) var problem: String?
    /// The records here belong to another server or account. The person must say whether they are to go to the new one.
    public private(set) var asksToMoveRecords = false

    private let account: Account
    private let client: PairingClient
    private let deviceName: String?
    private let onLogin: @MainActor () -> Void
    private let onLogout: @MainActor () -> Void

    /// - Parameter deviceName: what the server's list of devices calls this phone.
    public init(
        account: Account, client: PairingClient, deviceName: String? = nil,
        onLogin: @escaping @MainActor () -> Void = {}, onLogout: @escaping @MainActor () -> Void = {}
    ) {
        self.account = account
        self.client = client
        self.deviceName = deviceName
        self.onLogin = onLogin
        self.onLogout = onLogout
    }

    /// Reads anew whom the phone is connected to.
    public func refresh() {
        do {
            server = try account.server()
            if serverText.isEmpty, let server { serverText = server }
            isConnected = try server != nil && account.hasToken()
        } catch {
            isConnected = false
            problem = String(describing: error)
        }
    }

    /// Takes in what a camera read, a link carried or the person pasted; what is no invitation is a `problem`.
    ///
    /// - Returns: false for a text that is no invitation.
    @discardableResult
    public func open(_ text: String) -> Bool {
        guard let link = PairingLink(text) else {
            problem = LoginError.noInvitation.description
            return false
        }
        problem = nil
        serverText = link.server.description
        codeText = link.code
        method = .code
        return true
    }

    /// Connects the phone by what stands in the form.
    ///
    /// - Parameter movingRecords: the person has said that all records of this phone shall go to that server.
    public func connect(movingRecords: Bool = false) async {
        guard !isWorking else { return }
        isWorking = true
        problem = nil
        asksToMoveRecords = false
        defer { isWorking = false }
        do {
            let server = try ServerOrigin(serverText)
            // Before a code is spent: it can be used once.
            if !movingRecords, let bound = try account.server(), bound != server.description,
                try account.store.syncState().lastSyncAt != nil
            {
                asksToMoveRecords = true
                return
            }
            let token = try await token(from: server)
            try account.login(server, token: token, rebind: movingRecords)
            (codeText, tokenText) = ("", "")
            onLogin()
        } catch is CancellationError {
            // The person went elsewhere.
        } catch let error as SyncError where error.name == "wrongServer" {
            asksToMoveRecords = true
        } catch {
            problem = String(describing: error)
        }
        refresh()
    }

    /// The person would rather keep the records where they are.
    public func keepServer() { asksToMoveRecords = false }

    /// Forgets the token; the records stay.
    public func disconnect() {
        problem = nil
        do {
            try account.logOut()
            onLogout()
        } catch {
            problem = String(describing: error)
        }
        refresh()
    }

    private func token(from server: ServerOrigin) async throws -> String {
        switch method {
        case .token: tokenText.filter { !$0.isWhitespace }
        case .code: try await client.token(for: codeText, at: server, name: deviceName)
        }
    }
}
