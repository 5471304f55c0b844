import Foundation
import Synchronization
import TestSupport
import Vitals
import VitalsServer

extension StoreUnderTest {
    /// Runs `body` with a new store that pairs devices and keeps their subscriptions, and removes it afterwards.
    func withPushStore(
        hasSessions: Bool = false,
        _ body: @escaping @Sendable (PairedSyncStore, any WebPushSubscriptionStore) async throws -> Void
    ) async throws {
        switch self {
        case .memory:
            let store = MemorySyncStore()
            let pairing = MemoryPairingStore(users: store)
            try await body(
                PairedSyncStore(store, pairing: pairing), MemoryWebPushSubscriptionStore(users: store, pairing: pairing)
            )
        case .sqlite:
            try await withTemporaryDirectory { directory in
                let store = try SQLiteSyncStore(
                    path: directory + "/server.sqlite",
                    migrations: [.pairing, .webPush] + (hasSessions ? [.sessions] : []))
                try await body(PairedSyncStore(store, pairing: store), store)
                try await store.close()
            }
        case .postgres:
            try await withPostgresStore(poolSize: 8) { store, url in
                for name in ["0002-pairing", "0007-web-push"] + (hasSessions ? ["0008-sessions"] : []) {
                    let migration = try String(contentsOfFile: "db/migrations/\(name).sql", encoding: .utf8)
                    for _ in 0..<2 { try PostgresTestDatabase.execute(migration, at: url) }
                }
                try await body(PairedSyncStore(store, pairing: store), store)
            }
        }
    }
}

extension PairedSyncStore {
    /// Pairs a device whose token is `secret`.
    func pair(_ secret: String, user: UUID = DevelopmentUser.id) async throws -> NewDeviceToken {
        let now = Pairing.wallClock()
        let token = NewDeviceToken(hash: SecretHash(secret), name: secret)
        try await pairing.addPairingCode(SecretHash("code of \(secret)"), user: user, expiresAt: .max, now: now)
        _ = try await pairing.exchangePairingCode(SecretHash("code of \(secret)"), for: token, now: now)
        return token
    }
}

/// A clock that a test moves, and the sleepers that wait for it.
final class WakeClock: Sendable {
    private struct State {
        var now = Duration.zero
        var count = 0
        var sleepers: [Int: (due: Duration, wake: CheckedContinuation<Void, any Error>)] = [:]
    }

    private let state = Mutex(State())

    var uptime: @Sendable () -> Duration { { [self] in state.withLock { $0.now } } }

    var sleep: @Sendable (Duration) async throws -> Void {
        { [self] duration in
            let number = state.withLock { state in
                state.count += 1
                return state.count
            }
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { wake in
                    let isCancelled = state.withLock { state in
                        if Task.isCancelled { return true }
                        state.sleepers[number] = (state.now + duration, wake)
                        return false
                    }
                    if isCancelled { wake.resume(throwing: CancellationError()) }
                }
            } onCancel: {
                state.withLock { $0.sleepers.removeValue(forKey: number) }?.wake.resume(throwing: CancellationError())
            }
        }
    }

    /// The times for which tasks wait, in order.
    var waits: [Duration] { state.withLock { $0.sleepers.values.map(\.due).sorted() } }

    func advance(to time: Duration) {
        let woken = state.withLock { state in
            state.now = max(state.now, time)
            let due = state.sleepers.filter { $0.value.due <= time }
            for number in due.keys { state.sleepers[number] = nil }
            return due.values.sorted { $0.due < $1.due }
        }
        for sleeper in woken { sleeper.wake.resume() }
    }
}
