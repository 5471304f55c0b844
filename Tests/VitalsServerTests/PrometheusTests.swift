import CoreMetrics
import Foundation
import Logging
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsServer

/// `GET /metrics` of a real server, on real stores: every value moves by what was done.
@Suite("Metrics of a server", .serialized) struct PrometheusTests {
    /// A server, and the port of its metrics.
    private struct Measured: Sendable {
        let server: TestServer
        let metricsPort: Int

        func send(_ request: String, host: String = "localhost") async throws -> RawResponse {
            let text = "\(request) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n"
            return try await RawConnection.exchange(port: metricsPort, Array(text.utf8))
        }

        func scrape() async throws -> Exposition {
            let response = try await send("GET /metrics")
            expect(response.status, equals: 200)
            expect(response["content-type"], equals: "text/plain; version=0.0.4; charset=utf-8")
            return try Exposition(response.text)
        }

        func requests(_ route: String, _ status: String, _ method: String = "GET") async throws -> Double? {
            try await scrape()["vitals_http_requests_total", ["route": route, "method": method, "status": status]]
        }
    }

    private func with(
        _ store: any SyncStore, change: @escaping @Sendable (inout HTTPConfiguration) -> Void = { _ in },
        body: @escaping @Sendable (Measured) async throws -> Void
    ) async throws {
        let port = Box<Int?>(nil)
        try await TestServer.with(
            LiveSyncStore(store),
            {
                let prometheus = PrometheusObserver(startedAt: 1_800_000_000.5)
                $0.components.features = [.live]
                $0.components.addPrometheus(prometheus, at: PrometheusAddress(port: 0)) { port.set($0) }
                $0.components.addLive(heartbeatSeconds: 3600)
                change(&$0)
            }
        ) { server in
            // The metrics are there before the first request is taken.
            try await body(Measured(server: server, metricsPort: try #require(port.value)))
        }
    }

    // MARK: Pushes, pulls, requests

    @Test("Pushes, pulls and requests move their counters by what was done", arguments: StoreUnderTest.available)
    func sync(_ kind: StoreUnderTest) async throws {
        try await kind.withStore { store in
            try await with(store) { measured in
                let server = measured.server
                let records = (0..<3).map { Vitals.Measurement.sample(value: 70 + Double($0), version: 2) }
                let stale = Vitals.Measurement.sample(id: records[0].id, version: 1)
                let invalid = Vitals.Measurement.sample(value: -5)
                for push in [records, records, [stale, invalid]] {
                    try await expect(server.push(push).status, equals: 200)
                }
                try await expect(server.pull("?cursor=0&limit=2").records().count, equals: 2)
                try await expect(server.pull("?cursor=0").records().count, equals: 3)
                try await expect(server.pull(token: "wrong").status, equals: 401)
                try await expect(server.send("GET", "/healthz", token: nil).status, equals: 200)
                let exposition = try await measured.scrape()
                for (outcome, count) in [("accepted", 3.0), ("unchanged", 3), ("stale", 1), ("rejected", 1)] {
                    expect(exposition["vitals_pushed_records_total", ["outcome": outcome]], equals: count, "\(outcome)")
                }
                expect(exposition["vitals_pulled_records_total"], equals: 5)
                try await expect(measured.requests("/sync/push", "2xx", "POST"), equals: 3)
                try await expect(measured.requests("/sync/pull", "2xx"), equals: 2)
                try await expect(measured.requests("/sync/pull", "4xx"), equals: 1)
                try await expect(measured.requests("/healthz", "2xx"), equals: 1)
                expect(exposition["process_start_time_seconds"], equals: 1_800_000_000.5)
                // The last byte of a streamed response reaches the client before the server has noted the time.
                try await eventually {
                    let exposition = try await measured.scrape()
                    let name = "vitals_http_request_duration_seconds_count"
                    return exposition[name, ["route": "/sync/pull", "method": "GET"]] == 3
                        && exposition[name, ["route": "/sync/push", "method": "POST"]] == 3
                }
                expect(exposition["vitals_postgres_connections_max"] != nil, equals: kind == .postgres)
                if kind == .postgres { try await expectPool(measured) }
            }
        }
    }

    private func expectPool(_ measured: Measured) async throws {
        try await eventually {
            let exposition = try await measured.scrape()
            return exposition["vitals_postgres_connections_in_use"] == 0
                && exposition["vitals_postgres_connection_waiters"] == 0
                && (1...4).contains(exposition["vitals_postgres_connections_open"] ?? 0)
        }
        try await expect(measured.scrape()["vitals_postgres_connections_max"], equals: 4)
    }

    @Test("A database that fails, and a pull that needs several pieces, are counted too")
    func failures() async throws {
        try await with(FailingStore(.unforeseen)) { measured in
            let failed = try await measured.server.push([.sample()])
            expect(failed.status, equals: 500)
            try await expect(measured.requests("/sync/push", "5xx", "POST"), equals: 1)
            try await expect(measured.scrape()["vitals_pushed_records_total", ["outcome": "accepted"]], equals: 0)
        }
        try await with(MemorySyncStore()) { measured in
            let note = String(repeating: "n", count: 7_000)
            let records = (0..<60).map { _ in Vitals.Measurement.sample(extra: #"{"note":"\#(note)"}"#) }
            let pushed = try await measured.server.push(records)
            expect(pushed.status, equals: 200)
            try await expect(measured.server.pull().records().count, equals: 60)
            try await expect(measured.scrape()["vitals_pulled_records_total"], equals: 60)
        }
    }

    @Test("A scrape while pushes run is valid, and no value falls", arguments: StoreUnderTest.databases)
    func whilePushing(_ kind: StoreUnderTest) async throws {
        try await kind.withStore { store in
            try await with(store) { measured in
                let accepted = ["outcome": "accepted"]
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<3 {
                        group.addTask {
                            for _ in 0..<10 {
                                let records = (0..<7).map { _ in Vitals.Measurement.sample() }
                                let pushed = try await measured.server.push(records)
                                expect(pushed.status, equals: 200)
                            }
                        }
                    }
                    group.addTask {
                        var last = 0.0
                        while last < 210 {
                            let count = try await measured.scrape()["vitals_pushed_records_total", accepted]
                            expect(count.map { $0 >= last && $0.truncatingRemainder(dividingBy: 7) == 0 } == true)
                            last = try #require(count)
                        }
                    }
                    try await group.waitForAll()
                }
                try await expect(measured.scrape()["vitals_pushed_records_total", accepted], equals: 210)
                try await expect(measured.requests("/sync/push", "2xx", "POST"), equals: 30)
            }
        }
    }

    @Test("Paths, methods, tokens, ids and values that clients make up are in no label, and add none")
    func bounded() async throws {
        try await with(MemorySyncStore()) { measured in
            let server = measured.server
            let note = "palpitations"
            @Sendable func round() async throws -> [String] {
                let (path, token, id) = ("p\(UUID())", "t\(UUID())", "r\(UUID())")
                let record = Vitals.Measurement.sample(value: 68.4321, extra: #"{"note":"\#(note)"}"#)
                _ = try await server.push([record])
                _ = try await server.pull("?cursor=0&limit=5")
                _ = try await server.push([record], token: token)
                let unknown = ["GET /\(path)", "POST /sync/\(path)", "GET /sync/pull/\(path)", "PROPFIND /\(path)"]
                for line in unknown + ["GET /sync/pull?cursor=\(path)", "GET //healthz//"] {
                    let head =
                        "\(line) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(token)\r\nX-Request-ID: \(id)"
                    let bytes = Array((head + "\r\nConnection: close\r\n\r\n").utf8)
                    _ = try await RawConnection.exchange(port: server.port, bytes)
                }
                return [path, token, id, record.id.uuidString, record.id.uuidString.lowercased()]
            }
            var madeUp = try await round()
            let first = try await measured.scrape()
            for _ in 0..<20 { madeUp += try await round() }
            let text = try await measured.send("GET /metrics").text
            expect(Set(try Exposition(text).values.keys), equals: Set(first.values.keys))
            let personal = [
                note, "68.4321", DevelopmentUser.token, DevelopmentUser.id.uuidString.lowercased(), "WEIGHT",
            ]
            for word in madeUp + personal { expect(!text.contains(word), "\(word)") }
            try await expect(measured.requests("other", "4xx"), equals: 42)
            try await expect(measured.requests("other", "4xx", "other"), equals: 21)
        }
    }

    @Test("The API has no /metrics, and the metrics' address has nothing else and answers to loopback's names only")
    func addresses() async throws {
        try await with(MemorySyncStore()) { measured in
            try await expect(measured.server.send("GET", "/metrics").status, equals: 404)
            for request in [
                "GET /", "GET /sync/pull", "GET /healthz", "POST /metrics", "GET /metrics/x", "HEAD /metrics",
            ] {
                try await expect(measured.send(request).status, equals: 404, "\(request)")
            }
            try await expect(measured.send("GET /metrics?x=1").status, equals: 200)
            try await expect(measured.send("GET /metrics", host: "127.0.0.1:9464").status, equals: 200)
            let rebound = try await measured.send("GET /metrics", host: "evil.example")
            expect(rebound.status == 421 && rebound.code == "misdirected" && !rebound.text.contains("vitals_"))
        }
    }

    // MARK: Streams

    @Test("Streams, their events and the lag are counted", arguments: StoreUnderTest.available)
    func streams(_ kind: StoreUnderTest) async throws {
        try await kind.withStore { store in
            try await with(store) { measured in
                let user = try await measured.server.store.addUser(token: "short-lived")
                var readers = [
                    try await EventReader.open(measured.server), try await EventReader.open(measured.server),
                ]
                let other = try await EventReader.open(measured.server, token: "short-lived")
                try await expect(measured.scrape()["vitals_event_streams_open"], equals: 3)
                _ = try await measured.server.push([.sample()])
                for reader in readers { _ = try await reader.event() }
                _ = try await measured.server.push((0..<51).map { _ in .sample() })
                for reader in readers { _ = try await reader.event() }
                _ = try await measured.server.push([.sample()], token: "short-lived")
                _ = try await other.event()
                try await eventually {
                    let exposition = try await measured.scrape()
                    return exposition["vitals_events_sent_total", ["kind": "records"]] == 3
                        && exposition["vitals_events_sent_total", ["kind": "hint"]] == 2
                        && exposition["vitals_event_lag_seconds_count"] == 3
                }
                let exposition = try await measured.scrape()
                expect(exposition["vitals_event_streams_opened_total"], equals: 3)
                expect(exposition["vitals_events_sent_total", ["kind": "account"]], equals: 0)
                expect(exposition["vitals_event_streams_dropped_total"], equals: 0)
                try expect(#require(exposition["vitals_event_lag_seconds_sum"]) > 0)
                let duration = "vitals_http_request_duration_seconds_count"
                expect(exposition[duration, ["route": "/events", "method": "GET"]], equals: 3)
                readers = []
                _ = try await measured.server.store.deleteUser(user)
                try await eventually { try await measured.scrape()["vitals_event_streams_open"] == 1 }
                try await expect(measured.scrape()["vitals_event_streams_opened_total"], equals: 3)
            }
        }
    }

    @Test("A stream that its client never reads is counted as dropped; one that the client closes isn't")
    func dropped() async throws {
        try await with(MemorySyncStore(), change: { $0.idleTimeoutSeconds = 0.5 }) { measured in
            var closed: EventReader? = try await EventReader.open(measured.server)
            _ = closed
            closed = nil
            try await eventually { try await measured.scrape()["vitals_event_streams_open"] == 0 }
            let deaf = try RawConnection(port: measured.server.port)
            deaf.send("GET /events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer dev-token\r\n\r\n")
            try await eventually { try await measured.scrape()["vitals_event_streams_open"] == 1 }
            let note = String(repeating: "n", count: 2000)
            try await eventually {
                _ = try await measured.server.push((0..<50).map { _ in .sample(extra: #"{"note":"\#(note)"}"#) })
                return try await measured.scrape()["vitals_event_streams_dropped_total"] == 1
            }
            try await eventually { try await measured.scrape()["vitals_event_streams_open"] == 0 }
            try await expect(measured.scrape()["vitals_event_streams_dropped_total"], equals: 1)
        }
    }

    // MARK: PostgreSQL

    @Test(
        "A listening connection that was cut is counted as a reconnect, and a notification's way back is measured",
        .enabled(if: StoreUnderTest.available.contains(.postgres)))
    func listening() async throws {
        try await withPostgresStore { _, url in
            let store = try await PostgresSyncStore(url: url, poolSize: 4)
            try await with(store) { measured in
                try await eventually { try await measured.scrape()["vitals_listen_connected"] == 1 }
                try await expect(measured.scrape()["vitals_listen_reconnects_total"], equals: 0)
                _ = try await measured.server.push([.sample()])
                try await eventually { try await measured.scrape()["vitals_listen_lag_seconds_count"] == 1 }
                try PostgresTestDatabase.execute(
                    """
                    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                    WHERE datname = current_database() AND query = 'LISTEN vitals_changes'
                    """, at: url)
                try await eventually {
                    let exposition = try await measured.scrape()
                    return exposition["vitals_listen_reconnects_total"] == 1
                        && exposition["vitals_listen_connected"] == 1
                }
                _ = try await measured.server.push([.sample()])
                try await eventually { try await measured.scrape()["vitals_listen_lag_seconds_count"] == 2 }
            }
        }
    }

    @Test(
        "The pool says what is in use, idle and waiting",
        .enabled(if: PostgresTestDatabase.isAvailable, "\(PostgresTestDatabase.hint)"))
    func pool() async throws {
        try await withPostgresPool(size: 1) { pool, _ in
            expect(pool.status, equals: PoolStatus(size: 1, inUse: 0, idle: 0, waiting: 0))
            let (release, isHeld) = (DispatchSemaphore(value: 0), AsyncStream<Void>.makeStream())
            async let holder: Void = pool.withConnection { _ in
                isHeld.continuation.finish()
                release.wait()
            }
            for await _ in isHeld.stream {}
            async let waiter: Void = pool.withConnection { _ in }
            try await eventually { pool.status == PoolStatus(size: 1, inUse: 1, idle: 0, waiting: 1) }
            release.signal()
            _ = try await (holder, waiter)
            expect(pool.status, equals: PoolStatus(size: 1, inUse: 0, idle: 1, waiting: 0))
        }
    }

    // MARK: The address

    @Test("An address is a port, or a host and its port")
    func parsing() {
        expect(PrometheusAddress("9464"), equals: PrometheusAddress(host: "127.0.0.1", port: 9464))
        expect(PrometheusAddress("0.0.0.0:9464"), equals: PrometheusAddress(host: "0.0.0.0", port: 9464))
        expect(PrometheusAddress("metrics.internal:1"), equals: PrometheusAddress(host: "metrics.internal", port: 1))
        expect(PrometheusAddress("[::1]:9464"), equals: PrometheusAddress(host: "::1", port: 9464))
        for text in [
            "", ":", ":9464", "host", "host:", "host:x", "1.2.3.4:70000", "::1:9464", "[::1]", "a b:1", "http://a:1",
        ] {
            expect(PrometheusAddress(text) == nil, "\(text)")
        }
    }

    @Test("An address is in the API's way if it's the same, or if either is everywhere")
    func overlaps() {
        let address = PrometheusAddress(port: 8080)
        for host in ["127.0.0.1", "localhost", "0.0.0.0", "::"] {
            expect(address.overlaps(host: host, port: 8080), "\(host)")
            expect(!address.overlaps(host: host, port: 8081), "\(host)")
        }
        expect(!address.overlaps(host: "10.0.0.1", port: 8080))
        expect(PrometheusAddress(host: "0.0.0.0", port: 8080).overlaps(host: "10.0.0.1", port: 8080))
        expect(!PrometheusAddress(port: 0).overlaps(host: "127.0.0.1", port: 0))
    }

    @Test(
        "A port that is taken, and the API's own, end the start with the setting's name; standard output stays empty",
        .enabled(if: ServerProcess.executable != nil, "vitals-server is not built"))
    func refusals() async throws {
        try await withTemporaryDirectory { directory in
            try await with(MemorySyncStore()) { measured in
                let taken = "127.0.0.1:\(measured.metricsPort)"
                let base = ["--host", "127.0.0.1", "--data", directory, "--log-level", "error"]
                let free = try #require(FreePort.any())
                for (arguments, environment, reason) in [
                    (["--port", "0", "--metrics-address", taken], [:], "the port is taken"),
                    (["--port", "0"], ["VITALS_METRICS_ADDRESS": taken], "the port is taken"),
                    (["--port", "\(free)", "--metrics-address", "\(free)"], [:], "needs an address of its own"),
                    (
                        ["--port", "\(free)", "--metrics-address", "0.0.0.0:\(free)"], [:],
                        "needs an address of its own"
                    ),
                ] {
                    let end = try await blocking {
                        try ServerProcess(base + arguments, environment: environment).finish()
                    }
                    expect(end.status == 1 && end.output.isEmpty, "\(end)")
                    expect(end.errors.contains("--metrics-address") && end.errors.contains(reason), "\(end.errors)")
                }
                let usage = try await blocking { try ServerProcess(base + ["--metrics-address", "nowhere"]).finish() }
                expect(usage.status == 2 && usage.errors.contains("127.0.0.1:9464"), "\(usage)")
            }
        }
    }

    @Test(
        "The server's own setting serves the metrics until SIGTERM",
        .enabled(if: ServerProcess.executable != nil, "vitals-server is not built"))
    func process() async throws {
        try await withTemporaryDirectory { directory in
            let port = try #require(FreePort.any())
            let (text, end) = try await blocking {
                let server = try ServerProcess(
                    ["--port", "0", "--data", directory, "--push-contact", "mailto:you@example.org"],
                    environment: ["VITALS_METRICS_ADDRESS": "\(port)"])
                expect(server.firstLine().hasPrefix("vitals-server listening on http://127.0.0.1:"))
                let response = try RawConnection.exchangeNow(
                    port: port, Array("GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".utf8))
                server.terminate()
                return (response.text, server.finish())
            }
            let exposition = try Exposition(text)
            expect(end.status == 0 && end.output.isEmpty, "\(end.errors)")
            let start = try #require(exposition["process_start_time_seconds"])
            expect(abs(start - Date().timeIntervalSince1970) < 600)
            for result in ["delivered", "gone", "retried", "refused", "failed"] {
                expect(exposition["vitals_push_messages_total", ["result": result]], equals: 0, "\(result)")
            }
            expect(exposition["vitals_event_streams_open"], equals: 0)
            expect(exposition["vitals_pushed_records_total", ["outcome": "accepted"]], equals: 0)
            // Every metric that is shown says what it is.
            expect(Set(exposition.types.keys).isSubset(of: exposition.helps.keys))
        }
    }
}
