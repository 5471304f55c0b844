import Foundation
import Synchronization
import Vitals
import VitalsServer

/// A store in memory that holds up every look at the end of the log until it's let through.
final class GatedStore: SyncStore {
    private let store: any SyncStore = MemorySyncStore()
    private struct State {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// The number of requests that are held up now.
    var waitingCount: Int { state.withLock(\.waiting.count) }

    func letThrough() {
        let waiting = state.withLock { state in
            defer { state = State(isOpen: true) }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    func head(user: UUID, receipt: Receipt?) async throws -> LogEntry? {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
        return try await store.head(user: user, receipt: receipt)
    }

    func user(token: String) async throws -> UUID? { try await store.user(token: token) }
    func push(_ records: PushBatch, user: UUID, receipt: Receipt?) async throws -> PushOutcome {
        try await store.push(records, user: user, receipt: receipt)
    }
    func pull(user: UUID, cursor: Int64, through: Int64?, limit: Int, receipt: Receipt?) async throws -> PullOutcome {
        try await store.pull(user: user, cursor: cursor, through: through, limit: limit, receipt: receipt)
    }
    func recordSizes(user: UUID, cursor: Int64, through: Int64?, limit: Int) async throws -> [RecordSize] {
        try await store.recordSizes(user: user, cursor: cursor, through: through, limit: limit)
    }
    func addUser(token: String) async throws -> UUID { try await store.addUser(token: token) }
    func users() async throws -> [UserSummary] { try await store.users() }
    func deleteUser(_ id: UUID, ifEmpty: Bool) async throws -> Bool {
        try await store.deleteUser(id, ifEmpty: ifEmpty)
    }
    func checkReadiness() async throws { try await store.checkReadiness() }
    func close() async throws { try await store.close() }
}
