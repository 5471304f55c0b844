public import Vitals

/// The state of the phone's sync with its server.
public enum SyncStatus: Hashable, Sendable {
    /// Nothing is under way and nothing is wrong.
    case idle
    case syncing(SyncProgress)
    /// The sync failed, and will be retried automatically.
    case waiting(until: Timestamp)
    /// No network, or the person switched sync off for Vitals.
    case offline
    /// There is no token, or the server does not know it.
    case needsToken
    /// The store belongs to another account or server than the token; the person must choose.
    case wrongAccount(String)
    /// The sync failed, and a retry will not help; with one sentence for a person.
    case failed(String)

    public var isSyncing: Bool { if case .syncing = self { true } else { false } }

    /// False if only the person can help, so that nothing is retried behind their back. Also false during a sync.
    public var mayRetryByItself: Bool {
        switch self {
        case .idle, .offline, .waiting: true
        case .syncing, .needsToken, .wrongAccount, .failed: false
        }
    }
}

/// The progress of a sync.
public struct SyncProgress: Hashable, Sendable {
    public var sentCount: Int
    public var receivedCount: Int

    public init(sentCount: Int = 0, receivedCount: Int = 0) {
        self.sentCount = sentCount
        self.receivedCount = receivedCount
    }
}
