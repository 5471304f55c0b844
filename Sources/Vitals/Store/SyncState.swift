/// What a store knows of its server.
public struct SyncState: Hashable, Sendable {
    /// The log number up to which the store has pulled.
    public var cursor: Int64 = 0
    /// The highest receipt of the server that the store holds.
    public var receipt: Receipt?
    /// The server that the store is bound to.
    public var origin: String?
    /// The account that the store is bound to; nil before the first sync, and with a server that names none.
    public var account: String?
    /// The features that the server last named.
    public var features: String?
    /// When a sync last ended well.
    public var lastSyncAt: Timestamp?

    public init() {}

    /// True where no server has answered yet: `bind(origin:)` then takes any.
    package var isUntouched: Bool {
        account == nil && receipt == nil && features == nil && cursor == 0 && lastSyncAt == nil
    }

    /// True where a sync ended well with a server that names no account: the store cannot tell accounts apart there.
    public var lacksAccountSupport: Bool { account == nil && lastSyncAt != nil }
}
