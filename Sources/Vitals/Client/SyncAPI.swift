public import Foundation

// @show sync-api
/// The two calls of the sync protocol, as the engine sees them.
public protocol SyncAPI: Sendable {
    /// Sends records; the response reports the outcome of each.
    func push(_ records: [Measurement], context: SyncContext) async throws(SyncFailure) -> SyncResponse<Pushed>

    /// Sends records like `push(_:context:)`, and names the version that each edit was made from.
    ///
    /// A client that can't name it sends the records alone, and so does every client in part one.
    func push(
        _ records: [Measurement], editedFrom origins: [UUID: RecordVersion], context: SyncContext
    ) async throws(SyncFailure) -> SyncResponse<Pushed>

    /// Asks for the records whose latest log number is greater than `cursor`, at most `limit` of them.
    func pull(cursor: Int64, limit: Int, context: SyncContext) async throws(SyncFailure) -> SyncResponse<Pulled>
}
// @end

extension SyncAPI {
    /// Sends the records alone.
    public func push(
        _ records: [Measurement], editedFrom origins: [UUID: RecordVersion], context: SyncContext
    ) async throws(SyncFailure) -> SyncResponse<Pushed> {
        try await push(records, context: context)
    }
}

/// The account and receipt that a device sends with every request.
public struct SyncContext: Hashable, Sendable {
    /// The account that the store is bound to; nil until a server has named one.
    public var account: String?
    /// The highest receipt (history token) that the store holds.
    public var receipt: Receipt?

    /// Creates a context.
    public init(account: String? = nil, receipt: Receipt? = nil) {
        self.account = account
        self.receipt = receipt
    }
}

/// The body of a 200, with the values of its headers.
public struct SyncResponse<Body: Sendable>: Sendable {
    /// The body of the response.
    public var body: Body
    /// The `Vitals-Account` header; nil from a server that speaks only the base protocol.
    public var account: String?
    /// The `Vitals-Receipt` header.
    public var receipt: Receipt?
    /// The `Vitals-Features` header. When it changes, records that were refused are worth another try.
    public var features: String?

    /// Creates a response.
    public init(_ body: Body, account: String? = nil, receipt: Receipt? = nil, features: String? = nil) {
        self.body = body
        self.account = account
        self.receipt = receipt
        self.features = features
    }
}

extension SyncResponse: Equatable where Body: Equatable {}

/// The response to a push.
public struct Pushed: Hashable, Sendable {
    /// Records that won; the server now holds them.
    public var acceptedIDs: [UUID]
    /// Records that the server already held, byte for byte: the retry of a push whose response was lost.
    public var unchangedIDs: [UUID]
    /// The greater records that the server holds instead.
    public var stale: [Measurement]
    /// Records that break a rule, each with that rule.
    public var rejected: [Rejection]
    /// The versions of the stale records that were overwritten unseen, by record. Empty from a server that doesn't note
    /// them.
    public var overwritten: [UUID: OverwrittenVersions] = [:]

    /// Creates a response to a push.
    public init(
        acceptedIDs: [UUID] = [], unchangedIDs: [UUID] = [], stale: [Measurement] = [], rejected: [Rejection] = []
    ) {
        self.acceptedIDs = acceptedIDs
        self.unchangedIDs = unchangedIDs
        self.stale = stale
        self.rejected = rejected
    }
}

/// A server's reason for refusing one record.
public struct Rejection: Hashable, Sendable {
    /// The id of the record.
    public var id: UUID
    /// The version of the copy that was refused.
    public var version: Int64
    /// A stable name, such as `out_of_bounds`.
    public var code: String
    /// One sentence for a person.
    public var detail: String

    /// Creates a refusal.
    public init(id: UUID, version: Int64, code: String, detail: String) {
        self.id = id
        self.version = version
        self.code = code
        self.detail = detail
    }

    /// A refusal for breaking a rule that this library knows.
    package init(id: UUID, version: Int64, code: MeasurementError.Code, detail: String) {
        self.init(id: id, version: version, code: code.rawValue, detail: detail)
    }
}

/// The response to a pull.
public struct Pulled: Hashable, Sendable {
    /// The records, in the order of their log numbers.
    public var records: [Measurement]
    /// The cursor of the next pull; equal to the request's cursor when there was nothing.
    public var nextCursor: Int64
    /// Records of the page that this build can't read. They stay on the server and don't block the others.
    public var unreadableCount: Int
    /// The versions of these records that were overwritten unseen, by record. Empty from a server that doesn't note them.
    public var overwritten: [UUID: OverwrittenVersions] = [:]

    /// Creates a response to a pull.
    public init(records: [Measurement], nextCursor: Int64, unreadableCount: Int = 0) {
        self.records = records
        self.nextCursor = nextCursor
        self.unreadableCount = unreadableCount
    }
}

// @show sync-failure
/// The reason why a request got no 200.
public enum SyncFailure: Error, Hashable, Sendable {
    /// No connection: no network, no such host, refused, or cut before the response was complete.
    case offline(String)
    /// No response in time.
    case timedOut
    /// 5xx or 429. `retryAfterSeconds` is the wait that the server asks for, if it does.
    case unavailable(status: Int, retryAfterSeconds: Double?)
    /// 401: the token is missing, unknown or revoked. Also when the device has no token to send.
    case unauthorized
    /// 409 `wrong_account`: the token belongs to another account than the store does.
    case wrongAccount(account: String?)
    /// 409 `history_lost`: the server does not know our receipt.
    case historyLost(account: String?)
    /// 400 whose path names `records[index]`.
    case badRecord(index: Int, code: String, detail: String, account: String?)
    /// Any other 400, or a 413.
    case refused(status: Int, detail: String, account: String?)
    /// Any other response: most likely not from a Vitals server.
    case unexpected(status: Int, detail: String)
}
// @end
