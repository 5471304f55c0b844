public import Vitals

/// The account that a phone syncs with: the server that the store is bound to, the token in the secure store, and the
/// API.
public struct Account: Sendable {
    public let store: MeasurementStore
    private let tokens: any SecureStore
    private let settings: SyncSettings
    private let api: @Sendable (ServerOrigin) -> any SyncAPI

    /// - Parameter api: creates the sync API for a server.
    public init(
        store: MeasurementStore, tokens: any SecureStore, settings: SyncSettings = SyncSettings(),
        api: @escaping @Sendable (ServerOrigin) -> any SyncAPI
    ) {
        self.store = store
        self.tokens = tokens
        self.settings = settings
        self.api = api
    }

    /// Creates an account that speaks HTTP over a transport, for example over one that logs the exchanges.
    public init(store: MeasurementStore, tokens: any SecureStore, transport: any HTTPTransport) {
        self.init(store: store, tokens: tokens) { server in
            HTTPSyncAPI(server: server, tokens: tokens, transport: transport)
        }
    }

    /// The server that the store is bound to; nil before the first login.
    ///
    /// - Throws: `StoreError`.
    public func server() throws -> String? { try store.syncState().origin }

    /// - Throws: `SecureStoreError` when there is a token that can't be read.
    public func hasToken() throws -> Bool { try tokens.token() != nil }

    /// Makes the phone sync with a server from now on, with this token.
    ///
    /// - Parameter rebind: true to move all records to another server or account.
    /// - Throws: `SyncError` when the store belongs to another server or a sync is running, `LoginError` for a text
    ///   that isn't a token, `SecureStoreError`, `StoreError`. After an error, no server gets a token that isn't its
    ///   own.
    public func login(_ server: ServerOrigin, token: String, rebind: Bool = false) throws {
        guard !token.isEmpty, token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw LoginError.noToken }
        try store.withSyncLock {
            // Remove the old token before the server can change: a failure in between must not send it to the new
            // server. A store that a server has responded to changes its server only with `rebind`.
            let state = try store.syncState()
            if rebind || state.origin == nil || state.isUntouched { try tokens.removeToken() }
            if rebind { try store.rebind() }
            try store.bind(origin: server.description)
            try tokens.setToken(token)
        }
    }

    /// Deletes the token. The records stay, and the store stays bound to their server.
    ///
    /// - Throws: `SecureStoreError`.
    public func logOut() throws { try tokens.removeToken() }

    /// Creates the syncer; nil when there is no server yet.
    ///
    /// - Throws: `SecureStoreError` for a token that can't be read, `StoreError`.
    func syncer() throws -> Syncer? {
        guard let origin = try server() else { return nil }
        // A token that exists but can't be read is this phone's error, so report it here instead of asking the server.
        _ = try tokens.token()
        let server = try ServerOrigin(origin)
        return Syncer(store: store, api: api(server), origin: server.description, settings: settings)
    }
}

/// An error that stops a phone from connecting to a server, in one sentence that says what to do.
public struct LoginError: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }

    static let noToken = LoginError("The token is empty or has characters that no token has: copy it again.")
    static let noInvitation = LoginError(
        "This is not a pairing link. Copy the address that `vitals-server pair` prints, or type the code.")
    static let noCode = LoginError("Type the code that the server shows.")
    static let wrongCode = LoginError("This code is not valid: it is wrong, was used or is too old. Make a new one.")
    static let noPairing = LoginError("This server does not pair by code: use a token instead.")
    static let offline = LoginError("The server cannot be reached. Check its address and your network, then try again.")
    static let strange = LoginError("What answers there is no Vitals server. Check the address.")

    static func tooMany(retryAfterSeconds: Int?) -> LoginError {
        let rest = retryAfterSeconds.map { "\(min($0, 86_400)) s" } ?? "a minute"
        return LoginError("Too many codes were tried. Wait for \(rest), then try again.")
    }
}
