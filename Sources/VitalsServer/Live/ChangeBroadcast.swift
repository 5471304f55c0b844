package import struct Foundation.UUID

/// Passes word of changes between the servers on one database.
///
/// 1. A change is told only after its commit.
/// 2. Word may get lost, as while a connection is down. `catchUp` then runs, so a loss costs time and no change.
package protocol ChangeBroadcasting: Sendable {
    /// Tells the other servers, and this one, how far a user's log goes. It's a hint, so a failure is only logged.
    func tell(_ heads: [UUID: Int64]) async throws

    /// Listens until the task is cancelled, and connects again whenever it has to.
    ///
    /// - Parameters:
    ///   - onHead: called with each user's log number, for the changes of this server too.
    ///   - onConnect: called after each connect: word of earlier changes may have been missed.
    func listen(
        onHead: @escaping @Sendable (UUID, Int64) -> Void, onConnect: @escaping @Sendable () async -> Void,
        onFailure: @escaping @Sendable (any Error) -> Void
    ) async
}
