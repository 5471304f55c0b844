import Foundation
import Synchronization
import Vitals
import VitalsServer

extension StoreUnderTest {
    /// Runs `body` with a new store that supports pairing, and removes it afterwards.
    func withPairedStore(
        now: @escaping @Sendable () -> Timestamp = Pairing.wallClock,
        _ body: @escaping @Sendable (PairedSyncStore) async throws -> Void
    ) async throws {
        switch self {
        case .memory:
            let store = MemorySyncStore()
            try await body(PairedSyncStore(store, pairing: MemoryPairingStore(users: store), now: now))
        case .sqlite:
            try await withTemporaryDirectory { directory in
                let store = try SQLiteSyncStore(path: directory + "/server.sqlite", migrations: [.pairing])
                try await body(PairedSyncStore(store, pairing: store, now: now))
                try await store.close()
            }
        case .postgres:
            try await withPostgresStore(poolSize: 8) { store, url in
                try PostgresTestDatabase.execute(try PostgresTestDatabase.pairingMigration(), at: url)
                try await body(PairedSyncStore(store, pairing: store, now: now))
            }
        }
    }
}

extension PostgresTestDatabase {
    /// Returns the text of `db/migrations/0002-pairing.sql`.
    static func pairingMigration() throws -> String {
        let file = schemaFile.deletingLastPathComponent().appending(path: "migrations/0002-pairing.sql")
        return try String(contentsOf: file, encoding: .utf8)
    }
}

/// The two clocks of pairing, moved by hand.
final class PairingClock: Sendable {
    private let seconds = Mutex<Int64>(0)

    /// Returns times from 2026-06-20T07:30:00Z on.
    var now: @Sendable () -> Timestamp {
        { [self] in Timestamp(clamping: 1_781_940_600_000 + seconds.withLock { $0 } * 1000) }
    }

    var uptime: @Sendable () -> Duration {
        { [self] in .seconds(seconds.withLock { $0 }) }
    }

    func advance(seconds step: Int64) { seconds.withLock { $0 += step } }
}
