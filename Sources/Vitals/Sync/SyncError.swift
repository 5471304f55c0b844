/// An error that ended a sync early. Changes made until then stay, and the next sync continues from there.
///
/// ```swift
/// do {
///     try await device.sync()
/// } catch let error as SyncError {
///     switch error.code {
///     case .noServer, .unauthorized: askForLogin()
///     case .wrongServer, .wrongAccount: askWhereTheRecordsBelong()
///     case _ where error.isTemporary: tryAgain(afterSeconds: error.retryAfterSeconds ?? 60)
///     default: show(error.detail)
///     }
/// }
/// ```
public struct SyncError: Error, Hashable, Sendable {
    /// The kind of error, for an app to switch on.
    public enum Code: String, Hashable, Sendable {
        /// The server can't be reached: no network, no name, no connection.
        case offline
        /// The server was reached and didn't answer in time.
        case timedOut
        /// The server takes no requests now; see `retryAfterSeconds`.
        case unavailable
        /// The server doesn't know the token. Log in again.
        case unauthorized
        /// The token belongs to another account than the store.
        case wrongAccount
        /// Nobody has logged in on this device yet.
        case noServer
        /// The store belongs to another server.
        case wrongServer
        /// The server names no account, and did before.
        case unidentifiedServer
        /// The server lost its history again and again while it was being restored from this device.
        case historyLost
        /// The answer isn't one of a Vitals server.
        case unexpected
        /// Another sync of the same store is running, perhaps in another process.
        case busy
        /// The store or the token couldn't be read or written; `detail` has the words of that error.
        case store
    }

    /// The kind of error.
    public let code: Code
    /// One sentence for a person that says what to do.
    public let detail: String
    /// The wait that the server asked for, in seconds.
    public let retryAfterSeconds: Double?

    package init(_ code: Code, _ detail: String, retryAfterSeconds: Double? = nil) {
        self.code = code
        self.detail = detail
        self.retryAfterSeconds = retryAfterSeconds
    }

    /// A stable name for logs and programs, such as `offline`.
    public var name: String { code.rawValue }

    /// True if trying again later may help, without the person doing anything.
    public var isTemporary: Bool {
        switch code {
        case .offline, .timedOut, .unavailable, .busy: true
        default: false
        }
    }

    static func offline(_ reason: String) -> SyncError {
        SyncError(.offline, "The server can't be reached (\(reason)). Your records are safe here; sync again later.")
    }

    static let timedOut = SyncError(
        .timedOut, "The server didn't respond in time. Your records are safe here; sync again later.")

    static func unavailable(_ status: Int, retryAfterSeconds: Double?) -> SyncError {
        let rest =
            retryAfterSeconds.map { "Try again in \(Int(min($0, 31_536_000).rounded(.up))) s." } ?? "Sync again later."
        return SyncError(
            .unavailable, "The server can't take requests now (\(status)). \(rest)",
            retryAfterSeconds: retryAfterSeconds)
    }

    static let unauthorized = SyncError(
        .unauthorized, "The server doesn't know this device's token. Log in again with a valid one.")

    package static let noServer = SyncError(.noServer, "This device isn't connected to a server yet. Log in first.")

    static let wrongAccount = SyncError(
        .wrongAccount,
        "The token belongs to another account than this store. Nothing was changed. Log in with the token of this "
            + "store's account, or use another data directory for the other account.")

    static func wrongServer(bound: String, asked: String) -> SyncError {
        SyncError(
            .wrongServer,
            "This store belongs to \(bound), not to \(asked). Nothing was changed. Use another data directory, or "
                + "move the store on purpose.")
    }

    static let unidentifiedServer = SyncError(
        .unidentifiedServer,
        "The server no longer says which account this is. Nothing was changed. Check the server's "
            + "address, and that no proxy removes its headers.")

    static let historyLost = SyncError(
        .historyLost, "The server keeps losing its history. Nothing is lost here. Tell the person who runs the server.")

    static func unexpected(_ detail: String) -> SyncError {
        SyncError(.unexpected, "The server's response is invalid: \(detail). Is this the address of a Vitals server?")
    }

    /// A 403 comes from a server that understood, so the address isn't the question.
    static func forbidden(_ detail: String) -> SyncError {
        SyncError(.unexpected, "The server refuses this device's request (403): \(detail)")
    }

    static let busy = SyncError(.busy, "Another sync of this store is running. Wait until it has finished.")

    static func store(_ error: StoreError) -> SyncError { SyncError(.store, error.detail) }

    init(_ failure: SyncFailure) {
        switch failure {
        case .offline(let reason): self = .offline(reason)
        case .timedOut: self = .timedOut
        case .unavailable(let status, let seconds): self = .unavailable(status, retryAfterSeconds: seconds)
        case .unauthorized: self = .unauthorized
        case .wrongAccount: self = .wrongAccount
        case .historyLost: self = .historyLost
        case .badRecord(_, _, let detail, _), .refused(_, let detail, _): self = .unexpected(detail)
        case .unexpected(403, let detail): self = .forbidden(detail)
        case .unexpected(let status, let detail): self = .unexpected("\(detail) (\(status))")
        }
    }
}

extension SyncError: CustomStringConvertible {
    public var description: String { detail }
}

extension SyncFailure {
    var retryAfterSeconds: Double? {
        if case .unavailable(_, let seconds) = self { seconds } else { nil }
    }

    /// True when the server asks for fewer requests. Bisecting would send more of them.
    var isRateLimit: Bool {
        if case .unavailable(429, _) = self { true } else { false }
    }
}
