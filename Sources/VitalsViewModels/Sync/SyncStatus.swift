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

// The state of the sync as display strings, for the status line and for a screen reader.

extension SyncModel {
    /// The state in a few words.
    public var headline: String {
        switch status {
        case .idle:
            if pendingCount > 0 { return "\(Self.count(pendingCount, "change")) to be sent" }
            return lastSyncAt == nil ? "Not synced yet" : "Up to date"
        case .syncing(let progress):
            return progress == SyncProgress()
                ? "Syncing" : "Syncing: sent \(progress.sentCount), received \(progress.receivedCount)"
        case .waiting: return "Waiting to try again"
        case .offline: return isAirplane ? "Switched off" : "Offline"
        case .needsToken: return "Not connected to a server"
        case .wrongAccount: return "Another account"
        case .failed: return "Sync failed"
        }
    }

    /// The meaning of the state and what to do, in a sentence or two.
    public func detail(_ formatter: DisplayFormatter, now: Timestamp) -> String {
        let last = lastSyncAt.map { "Last sync: \(formatter.dayAndTime($0, seenFrom: now))." }
        switch status {
        case .idle, .syncing: return last ?? "Your records are kept on this phone."
        case .waiting(let time):
            return "The server couldn't respond. Vitals will try again at \(formatter.time(time))."
        case .offline:
            let safe = "Your records are safe on this phone"
            return isAirplane ? "\(safe). Sync is switched off." : "\(safe) and will be sent later."
        case .needsToken: return "Connect this phone to a server to sync. Your records are kept on this phone."
        case .wrongAccount(let detail), .failed(let detail): return detail
        }
    }

    nonisolated static func count(_ number: Int, _ thing: String) -> String {
        number == 1 ? "1 \(thing)" : "\(number) \(thing)s"
    }
}
