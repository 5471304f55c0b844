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
    public internal(set) var setAsideCount = 0
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
