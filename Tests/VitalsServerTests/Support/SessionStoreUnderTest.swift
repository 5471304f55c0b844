import Foundation
import Vitals
import VitalsServer

extension StoreUnderTest {
    /// Runs `body` with a new store that supports pairing and sessions, and removes it afterwards.
    func withSessionStore(
        now: @escaping @Sendable () -> Timestamp = Pairing.wallClock,
        _ body: @escaping @Sendable (SessionSyncStore, any PairingStore) async throws -> Void
    ) async throws {
        switch self {
        case .memory:
            let store = MemorySyncStore()
            let sessions = MemoryAccessTokenStore(devices: MemoryPairingStore(users: store))
            let paired = PairedSyncStore(store, pairing: sessions, now: now)
            try await body(SessionSyncStore(paired, sessions: sessions, now: now), sessions)
        case .sqlite:
            try await withTemporaryDirectory { directory in
                let store = try SQLiteSyncStore(path: directory + "/server.sqlite", migrations: [.pairing, .sessions])
                let paired = PairedSyncStore(store, pairing: store, now: now)
                try await body(SessionSyncStore(paired, sessions: store, now: now), store)
                try await store.close()
            }
        case .postgres:
            try await withPostgresStore(poolSize: 8) { store, url in
                try PostgresTestDatabase.execute(try PostgresTestDatabase.pairingMigration(), at: url)
                let migration = try String(contentsOfFile: "db/migrations/0008-sessions.sql", encoding: .utf8)
                for _ in 0..<2 { try PostgresTestDatabase.execute(migration, at: url) }
                let paired = PairedSyncStore(store, pairing: store, now: now)
                try await body(SessionSyncStore(paired, sessions: store, now: now), store)
            }
        }
    }
}

extension PairingStore {
    /// Pairs a device, and returns its own token.
    func pairedDevice(_ name: String, of user: UUID, now: Timestamp) async throws -> String {
        let (code, token) = (SecretHash("code of \(name)"), "token of \(name)")
        try await addPairingCode(code, user: user, expiresAt: .max, now: now)
        let new = NewDeviceToken(hash: SecretHash(token), name: name)
        guard try await exchangePairingCode(code, for: new, now: now) == user else {
            throw SyncStoreError.unknownUser
        }
        return token
    }
}
