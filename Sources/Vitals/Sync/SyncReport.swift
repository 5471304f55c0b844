/// Counts of what a sync did.
public struct SyncReport: Hashable, Sendable {
    /// Records sent; a record that was sent twice counts twice.
    public internal(set) var pushedCount = 0
    /// Records that won on the server.
    public internal(set) var acceptedCount = 0
    /// Records that the server had already.
    public internal(set) var unchangedCount = 0
    /// Records that lost on the server to a greater one.
    public internal(set) var staleCount = 0
    /// Records that the server refused; they are in the store's `rejected` list.
    public internal(set) var rejectedCount = 0
    /// Records received by pulls.
    public internal(set) var pulledCount = 0
    /// Rows that took a greater record from the server.
    public internal(set) var adoptedCount = 0
    /// Local edits that lost; they are in the store's `conflicts` list.
    public internal(set) var conflictCount = 0
    /// Records that were skipped because the server failed on them; the next sync sends them again.
    public internal(set) var skippedCount = 0
    /// Records from the server that this build cannot read.
    public internal(set) var unreadableCount = 0

    /// Creates a report of nothing.
    public init() {}

    mutating func add(_ applied: Applied) {
        adoptedCount += applied.adoptedCount
        conflictCount += applied.conflictCount
        rejectedCount += applied.rejectedCount
    }
}

/// The outcome of a sync.
package enum SyncEnd: Hashable, Sendable {
    case done
    case failed(SyncError)
}

/// The engine's limits: sizes, attempts and waits.
public struct SyncSettings: Hashable, Sendable {
    /// Records in one push. Of large records the store gives fewer, so that a push stays below a server's 5 MiB.
    public var batchSize = 2000
    /// Records in one page of a pull, 1 to 10,000. Each page is a transaction, and each transaction a sync of the disk. A
    /// server ends a page at 5 MiB.
    public var pageSize = 2000
    /// Attempts of one request before the sync ends or, if other requests succeed, the batch is bisected.
    public var maximumAttempts = 4
    /// The ceiling of the first wait, in seconds; it doubles with each attempt.
    public var firstWaitSeconds = 0.5
    /// The longest wait, in seconds. If the server asks for a longer one, the sync ends.
    public var longestWaitSeconds = 30.0
    /// Rounds of push and pull in one sync. Two are enough for one device's changes; the others are for edits made
    /// meanwhile.
    public var maximumRounds = 4
    /// Restarts of one sync, because the server lost its history or another process moved the store on.
    public var maximumRestarts = 3
    /// Pushes that may fail for good in a row; after one more, the sync stops pushing. Several times the bisections
    /// from a full batch to one record, so that a few bad records don't look like an outage.
    public var maximumFailuresInARow = 64

    /// Creates the default limits.
    public init() {}
}
