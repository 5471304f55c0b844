import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsServer

/// Real devices with real streams, at a server in this process.
@Suite("Live devices", .timeLimit(.minutes(5))) struct LiveDeviceTests {
    private static let dayMilliseconds: Int64 = 86_400_000

    private struct LiveDevice: Sendable {
        let device: Device
        let task: Task<LiveStatus, any Error>
        let statuses: Locked<[LiveStatus]>

        init(_ server: TestServer, token: String = DevelopmentUser.token, clockOffMilliseconds: Int64 = 0) throws {
            let device = try Device.inMemory {
                Timestamp(clamping: Timestamp.systemClock().millisecondsSinceEpoch + clockOffMilliseconds)
            }
            try device.login(to: try ServerOrigin("http://127.0.0.1:\(server.port)"), token: token)
            let statuses = Locked<[LiveStatus]>([])
            (self.device, self.statuses) = (device, statuses)
            task = Task { try await device.live { status in statuses.withLock { $0.append(status) } } }
        }

        func isLive() async throws { try await eventually { statuses.withLock { $0.last } == .live } }
    }

    private func with(_ store: any SyncStore, body: @escaping @Sendable (TestServer) async throws -> Void) async throws
    {
        try await TestServer.with(
            LiveSyncStore(store),
            {
                $0.components.features = [.live]
                $0.components.addLive(heartbeatSeconds: 0.1)
            }, body: body)
    }

    @Test(
        "Phones whose clocks are a day off, one ahead and one behind, see each other's edits in the order they were made"
    )
    func clocks() async throws {
        try await with(MemorySyncStore()) { server in
            let slow = try LiveDevice(server, clockOffMilliseconds: -Self.dayMilliseconds)
            let fast = try LiveDevice(server, clockOffMilliseconds: Self.dayMilliseconds)
            for phone in [slow, fast] { try await phone.isLive() }
            let id = try slow.device.add(.weight, 70).id
            for (number, phone) in [fast, slow, fast, slow].enumerated() {
                let (before, after) = (70 + Double(number), 71 + Double(number))
                try await eventually { try phone.device.record(id)?.value == before }
                try phone.device.edit(id, value: after)
            }
            try await eventually { try fast.device.record(id)?.value == 74 }
            for phone in [slow, fast] {
                try await eventually { try phone.device.counts().dirty == 0 }
                try expect(phone.device.record(id)?.value, equals: 74)
                try expect(phone.device.conflicts().isEmpty, "an edit was taken for a lost one")
                phone.task.cancel()
            }
        }
    }

    @Test("A phone whose token is revoked while it's live stops by itself, and gets nothing that comes after")
    func revoked() async throws {
        try await StoreUnderTest.sqlite.withPairedStore { store in
            let phone = try await store.pair("phone")
            try await with(store) { server in
                let lost = try LiveDevice(server, token: "phone")
                try await lost.isLive()
                try await expect(store.pairing.revokeDeviceToken(phone.id))
                _ = try await server.push([.sample()])
                try await expect(lost.task.value, equals: .stopped)
                try expect(lost.device.list().isEmpty)
                await #expect(throws: SyncError.self) { try await lost.device.sync() }
            }
        }
    }
}
