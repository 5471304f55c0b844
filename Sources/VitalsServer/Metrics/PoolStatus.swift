/// The connections of a pool at one moment.
package struct PoolStatus: Hashable, Sendable {
    /// The most connections that the pool has.
    package var size: Int
    /// Connections that are leased, or being opened for a caller.
    package var inUse: Int
    /// Open connections that nobody uses.
    package var idle: Int
    /// Callers that wait for a connection.
    package var waiting: Int

    package init(size: Int, inUse: Int, idle: Int, waiting: Int) {
        self.size = size
        self.inUse = inUse
        self.idle = idle
        self.waiting = waiting
    }
}

/// A store with a pool of connections.
package protocol PooledStore: Sendable {
    var poolStatus: PoolStatus { get }
}
