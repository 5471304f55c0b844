import Synchronization

import struct Foundation.UUID

/// The changes that no one has looked at yet, put together by user. So it stays small however many pushes come.
final class WakeInbox: Sendable {
    /// The tokens that pushed, by user; nil stands for an unknown one.
    typealias Changes = [UUID: Set<SecretHash?>]

    /// Has an element when changes may be there.
    let signals: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation
    private let changes = Mutex(Changes())

    init() { (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    func add(_ change: RecordsChange) {
        changes.withLock { _ = $0[change.user, default: []].insert(change.origin) }
        signal.yield()
    }

    func take() -> Changes {
        changes.withLock { changes in
            defer { changes = [:] }
            return changes
        }
    }
}
