import Foundation
import GRDB

// "Erase this phone": the person is asked about what was never sent, the server ends the token, and nothing is left.

extension Device {
    /// Counts what exists on this device only, and would be lost if it were erased now.
    ///
    /// - Throws: `StoreError`.
    public func unsent() throws -> UnsentRecords {
        let counts = try counts()
        var unsent = UnsentRecords(
            recordCount: counts.dirty, refusedCount: counts.rejected, lostEditCount: counts.conflicts)
        unsent.others = try store.read(store.features.unsent)
        return unsent
    }

    /// Has the server end this device's token, with everything that belongs to it. Call it before `erase()`.
    ///
    /// - Throws: `CancellationError`. A server that can't be reached is no error: a phone is erased without a network too.
    public func endToken() async throws -> TokenEnd {
        let token: String
        let server: ServerOrigin
        do {
            guard let origin = try self.server(), let kept = try tokens.token() else { return .noToken }
            (server, token) = (origin, kept)
        } catch {
            return .stillValid(.unreadable)
        }
        do {
            let client = SessionClient(transport: transport)
            return TokenEnd(try await client.end(server.description, ownToken: token))
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            return .stillValid(.offline)
        }
    }

    /// Erases everything that the device keeps: records, edits, the token. The device can't be used any more.
    ///
    /// An erasure that is interrupted is finished by the next one, or when the directory is opened again.
    ///
    /// - Throws: `SyncError` with `busy` during a sync, `SecureStoreError` when something can't be removed.
    public func erase() throws {
        guard store.path != ":memory:" else { return try tokens.removeToken() }
        let files = DeviceFiles(
            directory: (store.path as NSString).deletingLastPathComponent, ofFeatures: store.features.files)
        try store.withSyncLock {
            try files.beginErasure()
            try tokens.removeToken()
            // A connection that another task still uses ends with it; its file is gone then.
            try? store.writer.close()
            try files.removeAll()
        }
    }

    /// True when there is anything of a device in a directory. Opening it would create one.
    package static func isThere(_ directory: String) -> Bool { DeviceFiles(directory: directory).isAnyLeft }

    /// Erases a device whose store can't be opened, such as a damaged one. It doesn't tell the server.
    ///
    /// - Parameter secureStore: the place of the token, as for `init(directory:secureStore:transport:clock:)`.
    /// - Throws: `SecureStoreError` when something can't be removed.
    public static func erase(directory: String, secureStore: (any SecureStore)? = nil) throws {
        let files = DeviceFiles(directory: directory)
        let tokens = secureStore ?? SealedFileSecureStore(directory: directory)
        guard files.isAnyLeft else { return try tokens.removeToken() }
        try files.beginErasure()
        try tokens.removeToken()
        try files.removeAll()
    }
}

/// Counts of what exists on one device only.
public struct UnsentRecords: Hashable, Sendable {
    /// Records that no server has, at least not in this version.
    public var recordCount: Int
    /// Copies that the server refused.
    public var refusedCount: Int
    /// Edits that lost to another device's, and were neither restored nor dismissed.
    public var lostEditCount: Int
    /// Things that features keep beside records, such as reminders.
    package var others: [UnsentItems] = []

    /// Creates the counts.
    public init(recordCount: Int = 0, refusedCount: Int = 0, lostEditCount: Int = 0) {
        self.recordCount = recordCount
        self.refusedCount = refusedCount
        self.lostEditCount = lostEditCount
    }

    /// True when nothing would be lost.
    public var isEmpty: Bool { recordCount == 0 && refusedCount == 0 && lostEditCount == 0 && others.isEmpty }
}

extension UnsentRecords: CustomStringConvertible {
    /// The sentence to show a person before the device is erased, such as `3 entries were never sent.`
    public var description: String {
        var sentences: [String] = []
        if recordCount > 0 {
            sentences.append(recordCount == 1 ? "1 entry was never sent." : "\(recordCount) entries were never sent.")
        }
        let onlyHere =
            [
                UnsentItems(count: refusedCount, one: "refused entry", more: "refused entries"),
                UnsentItems(count: lostEditCount, one: "lost edit", more: "lost edits"),
            ].filter { $0.count > 0 } + others
        if !onlyHere.isEmpty {
            let verb = onlyHere.reduce(0) { $0 + $1.count } == 1 ? "exists" : "exist"
            sentences.append("\(onlyHere.map(\.text).joined(separator: " and ")) \(verb) only here.")
        }
        return sentences.isEmpty ? "Everything was sent." : sentences.joined(separator: " ")
    }
}

/// The fate of a device's token at its server.
public enum TokenEnd: Hashable, Sendable {
    /// There was none.
    case noToken
    /// The server has ended it, or didn't know it any more.
    case ended
    /// It still works there.
    case stillValid(Reason)

    /// The reason why a token still works.
    public enum Reason: String, Hashable, Sendable {
        /// The server couldn't be reached, or couldn't answer.
        case offline
        /// The server is from before tokens could be ended by a device.
        case notSupported
        /// It's a user's own token, which no device may end.
        case userToken
        /// The token couldn't be read on this device, so the server wasn't asked.
        case unreadable
    }

    init(_ response: HTTPResponse) {
        switch response.status {
        case 200..<300, 401: self = .ended
        case 403: self = .stillValid(.userToken)
        case 404, 405: self = .stillValid(.notSupported)
        default: self = .stillValid(.offline)
        }
    }
}

extension TokenEnd: CustomStringConvertible {
    /// One or two sentences for a person, which say what is left to do.
    public var description: String {
        switch self {
        case .noToken: return "There was no token to end."
        case .ended: return "The server has ended this phone's token."
        case .stillValid(.userToken):
            return
                "The token was given to this phone by hand, so it stays valid. If others may know it, have the person who "
                + "runs the server replace it."
        case .stillValid(let reason):
            let why =
                switch reason {
                case .notSupported: "This server doesn't end tokens by itself"
                case .unreadable: "This phone couldn't read its token"
                default: "The server couldn't be reached"
                }
            return "\(why), so the token still works there. Have the person who runs the server end it: "
                + "`vitals-server token list`, then `vitals-server token revoke ID`."
        }
    }
}
