import Foundation
import StepSupport
import TestSupport
import Testing
import VitalsFeatures

@testable import Vitals
@testable import VitalsReport

@Suite("The last exchanges of a device", .timeLimit(.minutes(2))) struct ExchangeLogTests {
    private let server = FakeServer()
    private let program = Report.Program(name: "test", platform: "test")

    private func exchanges(of device: Device) throws -> [Exchange] { try device.report(by: program).exchanges }

    @Test("A sync leaves one line for each request, with counts and sizes, the newest first")
    func keeps() async throws {
        let device = try server.device()
        try device.add(.weight, 72.4, .kilograms)
        try device.add(.steps, 4_000, .count)
        try await device.sync()
        let kept = try exchanges(of: device)
        let push = try #require(kept.first { $0.route == "POST /sync/push" })
        expect([push.sentCount, push.receivedCount], equals: [2, 0])
        expect(push.sentBytes, equals: server.requests.withLock { $0.first { $0.method == "POST" }?.body?.count } ?? 0)
        expect(push.receivedBytes > 0 && push.outcome == "200" && push.requestID == "req-1", "\(push)")
        expect(kept.contains { $0.route == "GET /sync/pull" })
        expect(kept.count, equals: server.requests.withLock { $0.count })
    }

    @Test("Requests of a sync that failed are kept, with the reason, and so are those of another open")
    func keepsFailures() async throws {
        let folder = try TemporaryFolder()
        let directory = folder.path("phone")
        do {
            let device = try Device(directory: directory, transport: server, features: .all)
            try device.login(to: ServerOrigin("https://vitals.example.com"), token: "t")
            try device.add(.weight, 72.4, .kilograms)
            server.answers { _ in throw HTTPTransportError.unreachable("no route to vitals.example.com") }
            await #expect(throws: SyncError.self) { try await device.sync() }
            server.answers { _ in HTTPResponse(status: 401) }
            await #expect(throws: SyncError.self) { try await device.sync() }
        }
        let device = try Device(directory: directory, transport: server, features: .all)
        let kept = try exchanges(of: device)
        expect(kept.first?.outcome, equals: "401")
        expect(kept.last?.outcome, equals: "unreachable")
        let waiting = try device.report(by: program).waiting
        expect(waiting.map(\.failedTries), equals: [kept.count], "\(waiting)")
    }

    @Test("The last 50 are kept, also where one sync has more, and what was asked outside a sync")
    func limit() async throws {
        let device = try server.device()
        for _ in 0..<30 { try await device.sync() }
        let kept = try exchanges(of: device)
        expect(kept.count, equals: ExchangeLog.limit)
        _ = try? await device.accountDevices()
        let next = try exchanges(of: device)
        expect(next.count, equals: ExchangeLog.limit)
        expect(next.first?.route, equals: "GET /account/devices")
        expect(Array(next.dropFirst()), equals: Array(kept.dropLast()))
    }

    @Test("A store that can't take them makes no sync fail, and they are stored the next time")
    func survivesDisk() async throws {
        let device = try server.device()
        try device.store.write { try $0.execute("ALTER TABLE report_exchange RENAME TO away") }
        try device.add(.weight, 72.4, .kilograms)
        let report = try await device.sync()
        expect(report.acceptedCount, equals: 1)
        try device.store.write { try $0.execute("ALTER TABLE away RENAME TO report_exchange") }
        try expect(exchanges(of: device).contains { $0.route == "POST /sync/push" })
    }

    @Test("Nothing is written while a sync runs, so that it waits for no disk")
    func writesAfterwards() async throws {
        let device = try server.device()
        let store = device.store
        let seen = Locked<[Int]>([])
        server.answers { request in
            let count = try store.read { try Exchange.fetchAll($0).count }
            seen.withLock { $0.append(count) }
            return try await FakeServer.accepting(request)
        }
        try await device.sync()
        expect(Set(seen.withLock { $0 }), equals: [0])
        try expect(!store.read { try Exchange.fetchAll($0) }.isEmpty)
    }

    @Test("A device without the feature has no observer, and sends what it's given")
    func without() throws {
        let device = try Device.inMemory(transport: server, features: FeatureList([]))
        expect(device.observers.isEmpty && device.transport is FakeServer)
        #expect(throws: StoreError.self) { try device.report(by: program) }
    }

    @Test("The server's clock is compared by the Date header")
    func clock() async throws {
        let clock = ManualClock(1_781_940_600_000)  // 2026-06-20T07:30:00Z
        let device = try server.device(clock: clock)
        server.answers { request in
            var response = try await FakeServer.accepting(request)
            response.headers["date"] = "Sat, 20 Jun 2026 07:32:00 GMT"
            return response
        }
        try await device.sync()
        try expect(device.report(by: program).aheadSeconds, equals: 120)
    }
}
