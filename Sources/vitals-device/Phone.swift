import Foundation
import Vitals

/// The dependencies of a phone, opened from its data directory.
struct Phone {
    let directory: String
    let store: MeasurementStore
    let tokens: any SecureStore

    static var defaultDirectory: String {
        let environment = ProcessInfo.processInfo.environment
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return data + "/vitals" }
        return (environment["HOME"] ?? ".") + "/.local/share/vitals"
    }

    /// Opens the phone in a directory; creates one if there is none yet.
    ///
    /// Only the owner may read the directory, because it holds health data and the token's key.
    init(directory: String) throws {
        try Self.makePrivate(directory)
        self.directory = directory
        // @write 14 compose-device
        store = try MeasurementStore(path: directory + "/vitals.sqlite")
        tokens = SealedFileSecureStore(directory: directory)
        // @starter
        //| throw NotWritten(14, "open the store and the secure store that lie in the directory")
        // @end
    }

    private static func makePrivate(_ directory: String) throws {
        do {
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw PhoneError("\(directory) can't be created: check the path, and that you may write there.")
        }
    }

    /// Makes the phone sync with a server from now on, with this token.
    ///
    /// - Parameter rebind: true to move all records to another server or account.
    /// - Throws: `SyncError` when the store belongs to another server; then nothing has changed.
    func login(_ server: ServerOrigin, token: String, rebind: Bool) throws {
        // @write 14 login
        guard !token.isEmpty, token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw PhoneError("The token is empty or has characters that no token has: copy it again.")
        }
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

    /// Creates the syncer for the server of the login.
    ///
    /// - Throws: `PhoneError` before the first login, and any error of the secure store.
    func syncer() throws -> Syncer {
        // @write 14 compose-syncer
        guard let origin = try store.syncState().origin else {
            throw PhoneError("This phone knows no server yet: run `vitals-device login --server URL` first.")
        }
        let server = try ServerOrigin(origin)
        // A token that exists but can't be read is this machine's error: report it here, and don't ask the server.
        _ = try tokens.token()
        return Syncer(store: store, api: HTTPSyncAPI(server: server, tokens: tokens), origin: server.description)
        // @starter
        //| throw NotWritten(14, "put the store, the HTTP client and the syncer together for the server of the login")
        // @end
    }

    /// The id of the one record that a person means by the beginning of its id.
    func id(_ prefix: String) throws -> UUID {
        guard !prefix.isEmpty else { throw PhoneError("The id is empty: `vitals-device list` shows the ids.") }
        let ids = try store.ids(beginningWith: prefix)
        switch ids.count {
        case 1: return ids[0]
        case 0: throw PhoneError("No record's id begins with \(prefix): `vitals-device list` shows the ids.")
        default: throw PhoneError("Several ids begin with \(prefix): give more of it.")
        }
    }
}

/// A failure, in one line that says what to do.
struct PhoneError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
