public import Vitals

/// Where the phone stands with its server.
public enum SyncStatus: Hashable, Sendable {
    /// Nothing is under way and nothing is wrong.
    case idle
    case syncing(SyncProgress)
    /// It did not work out, and will be tried again by itself.
    case waiting(until: Timestamp)
    /// No network, or the person switched it off for Vitals.
    case offline
    /// There is no token, or the server does not know it.
    case needsToken
    /// The store belongs to another account or server than the token; the person must choose.
    case wrongAccount(String)
    /// It did not work out, and trying again will not help; with one sentence for a person.
    case failed(String)

    public var isSyncing: Bool { if case .syncing = self { true } else { false } }

    /// False where only the person can help, so that nothing is tried again behind their back.
    public var mayRetryByItself: Bool {
        switch self {
        case .idle, .offline, .waiting: true
        case .syncing, .needsToken, .wrongAccount, .failed: false
        }
    }
}

/// How far a sync is.
public struct SyncProgress: Hashable, Sendable {
    public var sentCount: Int
    public var receivedCount: Int

    public init(sentCount: Int = 0, receivedCount: Int = 0) {
        self.sentCount = sentCount
        self.receivedCount = receivedCount
    }
}
