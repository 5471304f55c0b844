/// How much the engine asks for at a time, and how patient it is.
public struct SyncSettings: Hashable, Sendable {
    /// Records in one push. 500 of the largest records that are allowed stay below a server's 5 MiB.
    public var batchSize = 500
    /// Records in one page of a pull, 1 to 10 000.
    public var pageSize = 500
    /// Tries of one request before the sync ends or, where others pass, the batch is halved.
    public var maximumAttempts = 4
    /// The ceiling of the first wait, in seconds; it doubles with each try.
    public var firstWaitSeconds = 0.5
    /// The longest wait, in seconds. A server that wants more rest ends the sync.
    public var longestWaitSeconds = 30.0
    /// Rounds of push and pull in one sync. Two settle what one device did; the others are for edits made meanwhile.
    public var maximumRounds = 4
    /// Times that a sync begins again, because the server lost its history or another process moved the store.
    public var maximumRestarts = 3
    /// Pushes that fail for good without one that passes, after which the sync stops pushing. Several times the halvings
    /// that lead from a full batch to one record, so that a few bad records do not look like an outage.
    public var maximumFailuresInARow = 64

    public init() {}
}
