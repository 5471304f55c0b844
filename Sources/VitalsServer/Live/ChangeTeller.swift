import Logging
import Synchronization

/// Passes word of changes between the servers on one database.
///
/// 1. A change is told only after its commit.
/// 2. Word may get lost, as while a connection is down. `catchUp` then runs, so a loss costs time and no change.
package protocol ChangeBroadcasting: Sendable {
    /// Tells the other servers, and this one, how far these logs go. It's a hint, so a failure is only logged.
    func tell(_ heads: [UserLog: Int64]) async throws

    /// Listens until the task is cancelled, and connects again whenever it has to.
    ///
    /// - Parameters:
    ///   - onHead: called with the last number of a log, for the changes of this server too.
    ///   - onConnect: called after each connect: word of earlier changes may have been missed.
    func listen(
        onHead: @escaping @Sendable (UserLog, Int64) -> Void, onConnect: @escaping @Sendable () async -> Void,
        onFailure: @escaping @Sendable (any Error) -> Void
    ) async
}

/// Tells the other servers of this server's changes. Those that come while it does so are told together afterwards, one
/// line for each log.
final class ChangeTeller: ChangeListener {
    private struct State {
        var heads: [UserLog: Int64] = [:]
        var isTelling = false
    }

    private let broadcast: any ChangeBroadcasting
    private let observer: (any BroadcastObserver)?
    private let logger: Logger
    private let state = Mutex(State())

    init(_ broadcast: any ChangeBroadcasting, observer: (any BroadcastObserver)?, logger: Logger) {
        self.broadcast = broadcast
        self.observer = observer
        self.logger = logger
    }

    func didChange(_ change: RecordsChange) {
        let begins = state.withLock { state in
            let log = UserLog(change.user, change.kind)
            state.heads[log] = max(change.seq, state.heads[log] ?? 0)
            defer { state.isTelling = true }
            return !state.isTelling
        }
        if begins { Task { await tell() } }
    }

    private func tell() async {
        while true {
            let heads = state.withLock { state -> [UserLog: Int64] in
                defer { state.heads = [:] }
                if state.heads.isEmpty { state.isTelling = false }
                return state.heads
            }
            if heads.isEmpty { return }
            observer?.willTell(heads)
            do {
                try await broadcast.tell(heads)
            } catch {
                // Their devices learn of it with the next change, or when they sync by themselves.
                logger.warning("other servers weren't told of a change", metadata: ["cause": "\(error)"])
            }
        }
    }
}
