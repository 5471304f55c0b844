import Foundation
import TestSupport
import Testing

@testable import Vitals
@testable import VitalsReport

@Suite("The devices of an account", .timeLimit(.minutes(2))) struct AccountDevicesTests {
    private let server = FakeServer()

    private static let list = """
        {"devices":[
        {"id":"d1","name":"Phone","createdOn":"2026-06-20","lastUsedOn":"2026-06-21","isThisDevice":true,"readOnly":false,
        "expiresAt":null,"kinds":null},
        {"id":"d2","name":"Coach\\u001b[2J","createdOn":"2026-06-01","lastUsedOn":null,"isThisDevice":false,
        "readOnly":true,"expiresAt":"2026-08-01T00:00:00Z","kinds":["WEIGHT","STEPS"]},
        {"id":"../push","name":"bad"}, {"name":"none"}, 7]}
        """

    @Test("Each device is read; one that can't be read costs only itself")
    func lists() async throws {
        let device = try server.device()
        server.answers { _ in FakeServer.json(Self.list) }
        let devices = try await device.accountDevices()
        expect(devices.map(\.id), equals: ["d1", "d2"])
        let (own, coach) = (devices[0], devices[1])
        expect(own.isThisDevice && !own.isReadOnly && own.kinds == nil && own.expiresAt == nil)
        expect(coach.isReadOnly && coach.lastUsedOn == nil && coach.kinds == ["WEIGHT", "STEPS"])
        expect(!coach.name.contains("\u{1b}"), "a name could move a terminal's cursor")
        let request = try #require(server.requests.withLock { $0.last })
        expect(request.url, equals: "https://vitals.example.com/account/devices")
        expect(request.headers["Authorization"], equals: "Bearer token-1")
        try expect(device.report(by: .init(name: "t", platform: "t")).deviceCount, equals: 2)
    }

    @Test("A removal names the device, and each refusal has a sentence of its own")
    func removes() async throws {
        let device = try server.device()
        try await device.sync()
        server.answers { _ in FakeServer.json("", status: 204) }
        try await device.removeAccountDevice("d2")
        let request = try #require(server.requests.withLock { $0.last })
        expect("\(request.method) \(request.url)", equals: "DELETE https://vitals.example.com/account/devices/d2")
        let refusals: [(Int, String, AccountDevicesError)] = [
            (409, "this_device", .thisDevice), (404, "unknown_device", .unknown), (403, "read_only", .readOnly),
        ]
        for (status, code, error) in refusals {
            server.answers { _ in FakeServer.json(#"{"code":"\#(code)"}"#, status: status) }
            await #expect(throws: error) { try await device.removeAccountDevice("d2") }
        }
        server.answers { _ in FakeServer.json("{}", status: 503) }
        await #expect(throws: SyncError.self) { try await device.removeAccountDevice("d2") }
    }

    @Test("An id that no path can hold is asked for nowhere")
    func hostileIDs() async throws {
        let device = try server.device()
        for id in ["", "..", ".", "a/b", "a?b", "a b", "%2e%2e", String(repeating: "a", count: 101)] {
            await #expect(throws: AccountDevicesError.unknown) { try await device.removeAccountDevice(id) }
        }
        expect(server.requests.withLock { $0.isEmpty })
    }

    @Test("A server without the list is told apart from one that doesn't know the device")
    func without() async throws {
        let device = try server.device()
        try expect(!device.canListAccountDevices())
        server.answers { _ in HTTPResponse(status: 404) }
        await #expect(throws: AccountDevicesError.notSupported) { try await device.accountDevices() }
        await #expect(throws: AccountDevicesError.notSupported) { try await device.removeAccountDevice("d1") }
        server.answers(FakeServer.accepting)
        try await device.sync()
        try expect(device.canListAccountDevices())
        server.answers { _ in FakeServer.json(#"{"devices":7}"#) }
        await #expect(throws: SyncError.self) { try await device.accountDevices() }
    }

    @Test("The answer for another account counts for nothing")
    func otherAccount() async throws {
        let device = try server.device()
        try await device.sync()
        server.answers { _ in FakeServer.json(Self.list, headers: ["vitals-account": "b"]) }
        do {
            _ = try await device.accountDevices()
            expect(false, "the list of another account was taken")
        } catch let error as SyncError {
            expect(error.code, equals: .wrongAccount)
        }
    }
}
