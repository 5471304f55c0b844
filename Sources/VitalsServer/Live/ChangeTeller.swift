import Logging
import Synchronization

import struct Foundation.UUID

/// Tells the other servers of this server's changes. Those that come while it does so are told together afterwards, one
/// line for each user.
final class ChangeTeller: ChangeListener {
    private struct State {
        var heads: [UUID: Int64] = [:]
        var isTelling = false
    }

    private let broadcast: any ChangeBroadcasting
    private let metrics: ListenMetrics
    private let logger: Logger
    private let state = Mutex(State())

    init(_ broadcast: any ChangeBroadcasting, metrics: ListenMetrics, logger: Logger) {
        self.broadcast = broadcast
        self.metrics = metrics
        self.logger = logger
    }

    func didChange(_ change: RecordsChange) {
        let begins = state.withLock { state in
            state.heads[change.user] = max(change.seq, state.heads[change.user] ?? 0)
            defer { state.isTelling = true }
            return !state.isTelling
        }
        if begins { Task { await tell() } }
    }

    private func tell() async {
        while true {
            let heads = state.withLock { state -> [UUID: Int64] in
                defer { state.heads = [:] }
                if state.heads.isEmpty { state.isTelling = false }
                return state.heads
            }
            if heads.isEmpty { return }
            metrics.willTell(heads)
            do {
                try await broadcast.tell(heads)
            } catch {
                // Their devices learn of it with the next change, or when they sync by themselves.
                logger.warning("other servers weren't told of a change", metadata: ["cause": "\(error)"])
            }
        }
    }
}
