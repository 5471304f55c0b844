/// The state of a store's sync with its server.
public struct SyncState: Hashable, Sendable {
    /// The log number up to which the store has pulled.
    public var cursor: Int64 = 0
    /// The server's highest receipt (history token) that the store holds.
    public var receipt: Receipt?
    /// The server that the store is bound to.
    public var origin: String?
    /// The account that the store is bound to; nil before the first sync, and with a server that names none.
    public var account: String?
    /// The features that the server last named.
    public var features: String?
    /// The time when a sync last succeeded.
    public var lastSyncAt: Timestamp?

    /// The state of a store that has never synced.
    public init() {}

    /// True while no server has responded yet; `bind(origin:)` then accepts any server.
    package var isUntouched: Bool {
        account == nil && receipt == nil && features == nil && cursor == 0 && lastSyncAt == nil
    }

    /// True after a successful sync with a server that names no account. The store can't tell its accounts apart.
    public var lacksAccountSupport: Bool { account == nil && lastSyncAt != nil }
}
