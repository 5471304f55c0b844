import Foundation

/// What is still to be pushed in a round, and what stood in the way.
struct PushQueue {
    /// The id after which the next dirty rows are read.
    var after: UUID?
    /// Pieces of batches that were halved; the last is next.
    var pending: [[Measurement]] = []
    /// Batches that failed for good, until it is known whether the server is there.
    var deferred: [[Measurement]] = []
    /// Records at which the server fails; left alone until the next sync.
    var skippedIDs: Set<UUID>
    /// True while pieces of a failed batch are tried.
    var isBisecting = false
    /// Pushes that failed for good since the last one that passed.
    var failedInARow = 0
    /// Set when the server takes no push at all.
    var pushIsDown: SyncFailure?
    /// Records that an answer came for in this round.
    var sentCount = 0
    /// The last page was empty: the store has all there was.
    var hasPulledAll = false

    init(skippedIDs: Set<UUID> = []) { self.skippedIDs = skippedIDs }

    /// Tries a batch that failed in two halves; a record that failed alone is left for the next sync.
    mutating func bisectOrSkip(_ batch: [Measurement]) {
        if batch.count > 1 {
            bisect(batch)
        } else {
            skippedIDs.formUnion(batch.map(\.id))
        }
    }

    mutating func bisect(_ batch: [Measurement]) {
        let middle = batch.count / 2
        pending.append(Array(batch[middle...]))
        pending.append(Array(batch[..<middle]))
    }
}
