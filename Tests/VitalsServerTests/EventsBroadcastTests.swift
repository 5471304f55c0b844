import Foundation
import Logging
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsServer

/// Several servers on one Postgres pass events on to each other.
@Suite("Events of several servers", .serialized, .enabled(if: StoreUnderTest.available.contains(.postgres)))
struct EventsBroadcastTests {
    private func server(
        _ url: String, heartbeatSeconds: Double = 3600, body: @escaping @Sendable (TestServer) async throws -> Void
    ) async throws {
        let store = try await PostgresSyncStore(url: url, poolSize: 4)
        try await TestServer.with(
            LiveSyncStore(store),
            {
                $0.components.features = [.live]
                $0.components.addLive(heartbeatSeconds: heartbeatSeconds)
            }, body: body)
    }

    /// The connections that listen at this moment.
    private func listeners(_ url: String) async throws -> Int64 {
        let pool = PostgresPool(PostgresConfiguration(url: url), size: 1)
        let count = try await pool.withConnection { connection in
            try connection.query(
                """
                SELECT count(*) FROM pg_stat_activity
                WHERE datname = current_database() AND query = 'LISTEN vitals_changes'
                """
            ).rows.first?.value(0, as: Int64.self) ?? 0
        }
        try await pool.close()
        return count
    }

    private func waitForListeners(_ count: Int64, _ url: String) async throws {
        for _ in 0..<500 where try await listeners(url) != count { try await Task.sleep(for: .milliseconds(20)) }
    }

    @Test("A push to one server is an event on the other")
    func passesOn() async throws {
        try await withPostgresStore { _, url in
            try await server(url) { a in
                try await server(url) { b in
                    try await waitForListeners(2, url)
                    let (here, there) = (try await EventReader.open(a), try await EventReader.open(b))
                    let record = Vitals.Measurement.sample()
                    _ = try await a.push([record])
                    for reader in [here, there] {
                        let event = try #require(try await reader.event())
                        expect(event["records"]?.array?.count, equals: 1)
                    }
                }
            }
        }
    }

    @Test("A server whose listening connection was cut hears of what it missed")
    func catchesUp() async throws {
        try await withPostgresStore { _, url in
            try await server(url) { a in
                try await server(url) { b in
                    try await waitForListeners(2, url)
                    let there = try await EventReader.open(b)
                    let pool = PostgresPool(PostgresConfiguration(url: url), size: 1)
                    _ = try await pool.withConnection { connection in
                        _ = try connection.query(
                            """
                            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                            WHERE datname = current_database() AND query = 'LISTEN vitals_changes'
                            """)
                    }
                    try await pool.close()
                    _ = try await a.push([.sample()])
                    try await expect(there.event() != nil)
                }
            }
        }
    }

    @Test("A change that no server told of, because the one that made it died at once, is an event after a heartbeat")
    func diedBeforeTelling() async throws {
        try await withPostgresStore { silent, url in
            try await server(url, heartbeatSeconds: 0.1) { b in
                try await waitForListeners(1, url)
                let reader = try await EventReader.open(b)
                let record = Vitals.Measurement.sample()
                _ = try await silent.push(PushBatch([record]), user: DevelopmentUser.id, receipt: nil)
                try await expect(reader.event()?["records"]?.array?.count, equals: 1)
            }
        }
    }

    @Test("A line that no server of ours wrote is dropped")
    func hostilePayload() async throws {
        try await withPostgresStore { _, url in
            try await server(url) { b in
                try await waitForListeners(1, url)
                let reader = try await EventReader.open(b)
                let user = DevelopmentUser.id.uuidString.lowercased()
                for text in ["", "x", "\(user)", "\(user) -1", "\(user) 99999999999999999999", "\(user) 1 2"] {
                    try PostgresTestDatabase.execute("NOTIFY vitals_changes, '\(text)'", at: url)
                }
                _ = try await b.push([.sample()])
                try await expect(reader.event()?["records"]?.array?.count, equals: 1)
            }
        }
    }
}
