import Foundation

// The server and the account that a device syncs with. A token belongs to one server, and no other server may get it.

extension Device {
    /// The server of the last login; nil before the first.
    ///
    /// - Throws: `StoreError`.
    public func server() throws -> ServerOrigin? { try store.syncState().origin.map { try ServerOrigin($0) } }

    /// True when there is a server and a token for it. Only a sync can tell if the server still accepts that token.
    ///
    /// - Throws: `StoreError`; `SecureStoreError` when there is a token that can't be read.
    public func isLoggedIn() throws -> Bool { try server() != nil && tokens.token() != nil }

    /// Makes the device sync with a server from now on, with this token. Nothing is sent yet.
    ///
    /// ```swift
    /// try device.login(to: ServerOrigin("https://vitals.example.com"), token: token)
    /// let report = try await device.sync()
    /// print("sent \(report.pushedCount), received \(report.pulledCount)")
    /// ```
    ///
    /// - Parameters:
    ///   - token: the server's bearer token, visible ASCII characters only.
    ///   - rebind: true to move all records to another server or account. Ask the person first: every record is sent
    ///     there.
    /// - Throws: `LoginError` with `badToken` for a text that isn't a token. `SyncError` with `wrongServer` when the
    ///   records belong to another server, and `busy` during a sync. `StoreError`, `SecureStoreError`. After an error, no
    ///   server gets a token that isn't its own.
    public func login(to server: ServerOrigin, token: String, rebind: Bool = false) throws {
        // @write 14 login
        guard !token.isEmpty, token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw LoginError.badToken }
        try store.withSyncLock {
            // Remove the old token before the server can change: whatever fails afterwards, no server gets a token that
            // isn't its own. A store that a server has responded to changes its server only with `rebind`.
            let state = try store.syncState()
            if rebind || state.origin == nil || state.isUntouched { try tokens.removeToken() }
            if rebind { try store.rebind() }
            try store.bind(origin: server.description)
            try tokens.setToken(token)
        }
        // @starter
        //| throw NotWritten(14, "bind the store to the server and keep the token in the secure store")
        // @end
    }

    /// Logs in with a code that the server shows (`vitals-server pair`). The server gives this device a token of its
    /// own for it.
    ///
    /// - Parameters:
    ///   - code: the code as typed; spaces, hyphens and either case are accepted. It can be used once.
    ///   - deviceName: this device's name in the server's list of devices; the first 64 characters are used.
    ///   - rebind: true to move all records to another server or account, as for `login(to:token:rebind:)`.
    /// - Throws: what `login(to:token:rebind:)` throws; `LoginError` when the server gives no token;
    ///   `CancellationError`. When the records belong to another server, the code isn't used up.
    public func pair(
        with code: String, at server: ServerOrigin, deviceName: String? = nil, rebind: Bool = false
    ) async throws {
        let state = try store.syncState()
        if !rebind, let bound = state.origin, bound != server.description, !state.isUntouched {
            throw SyncError.wrongServer(bound: bound, asked: server.description)
        }
        let token = try await PairingClient(transport: transport).token(for: code, at: server, name: deviceName)
        try login(to: server, token: token, rebind: rebind)
    }

    /// Logs in with a pairing link; otherwise like `pair(with:at:deviceName:rebind:)`.
    public func pair(with link: PairingLink, deviceName: String? = nil, rebind: Bool = false) async throws {
        try await pair(with: link.code, at: link.server, deviceName: deviceName, rebind: rebind)
    }

    /// Deletes the token. The records stay, and still belong to their server.
    ///
    /// - Throws: `SecureStoreError`.
    public func logOut() throws { try tokens.removeToken() }
}
