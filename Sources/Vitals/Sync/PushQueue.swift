import Foundation

/// The batches still to be pushed in a round, and the failures so far.
struct PushQueue {
    /// The id after which the next dirty rows are read.
    var after: UUID?
    /// Pieces of bisected batches; the last is next.
    var pending: [[Measurement]] = []
    /// Batches that failed for good, kept until we know if the server can be reached.
    var deferred: [[Measurement]] = []
    /// Records that make the server fail; skipped until the next sync.
    var skippedIDs: Set<UUID>
    /// True while pieces of a failed batch are pushed.
    var isBisecting = false
    /// Pushes that failed for good since the last one that succeeded.
    var failedInARow = 0
    /// The failure, once the server accepts no push at all.
    var pushIsDown: SyncFailure?
    /// Records that got a response in this round.
    var sentCount = 0
    /// True when the last page was empty: the store has pulled everything.
    var hasPulledAll = false

    init(skippedIDs: Set<UUID> = []) { self.skippedIDs = skippedIDs }

    /// Splits a failed batch into two halves. A record that failed alone is skipped until the next sync.
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
