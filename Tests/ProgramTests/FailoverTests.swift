import Foundation
import StepSupport
import Synchronization
import TestSupport
import Testing
import Vitals

/// Three real servers on one Postgres behind a balancer, killed (SIGKILL) in turn, and phones that are connected to their
/// events. Whatever a phone has recorded must reach the others through what is left, and no cursor may pass a row that its
/// phone hasn't got.
///
/// A run has three rounds, one for each server; `VITALS_FAILOVER_ROUNDS` sets another number.
@Suite(
    "Three servers on one Postgres, killed in turn",
    .enabled(if: TestDatabase.isAvailable, "\(TestDatabase.hint)"))
struct FailoverTests {
    private static let rounds = ProcessInfo.processInfo.environment["VITALS_FAILOVER_ROUNDS"].flatMap(Int.init) ?? 3

    @Test("Nothing is lost and nothing is skipped: a server that dies costs time only", .timeLimit(.minutes(10)))
    func killedInTurn() async throws {
        let database = try await SchemaFile.server.database()
        let world = try await FailoverWorld(databaseURL: database.url)
        for round in 0..<Self.rounds { try await world.playRound(round) }
        try await world.end()
    }
}

/// The servers, the balancer and the phones. Every phone edits its own records only, so that no edit may be lost to another.
private final class FailoverWorld: Sendable {
    private struct LivePhone: Sendable {
        let device: Device
        /// Keeps the phone's event stream; nil for a phone that only pulls.
        let live: Task<LiveStatus, any Error>?
    }

    private let databaseURL: String
    private let ports: [ReservedPort]
    private let servers: Mutex<[LiveServer]>
    private let balancer: RoundRobin
    private let phones: [LivePhone]
    /// The values that the phones have recorded, each by the phone that made it.
    private let recorded = Mutex<[UUID: Double]>([:])

    init(databaseURL: String) async throws {
        let ports = try (0..<3).map { _ in try ReservedPort() }
        let servers = try await blocking {
            try ports.map { try LiveServer(databaseURL: databaseURL, port: $0.number) }
        }
        let balancer = try RoundRobin(to: servers.map(\.port))
        let origin = try ServerOrigin(balancer.url)
        self.databaseURL = databaseURL
        self.ports = ports
        self.servers = Mutex(servers)
        self.balancer = balancer
        phones = try (0..<7).map { number in
            let device = try Device.inMemory()
            try device.login(to: origin, token: "dev-token")
            // The last phone has no stream, so that nothing but the pulls can give it a row.
            return LivePhone(device: device, live: number == 6 ? nil : Task { try await device.live() })
        }
        try await until("each server has two streams") { (0..<3).allSatisfy { balancer.streamCount(of: $0) == 2 } }
    }

    /// Kills a server while the phones record, goes on recording, and waits until every phone has everything. Then starts
    /// the server again.
    func playRound(_ round: Int) async throws {
        let victim = round % 3
        let (balancer, streamCount) = (balancer, balancer.streamCount(of: victim))
        expect(streamCount > 0, "the server that dies has no stream, so its death proves little")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for phone in phones {
                group.addTask { try await self.record(on: phone, count: 12) }
            }
            group.addTask {
                // In the middle of it: pushes, pulls and events are under way.
                let before = self.recorded.withLock { $0.count }
                try await until("some is recorded") { self.recorded.withLock { $0.count } >= before + 15 }
                let wasKilled = try await blocking { self.servers.withLock { $0[victim].stop() } }
                expect(wasKilled, "the server had ended by itself")
            }
            try await group.waitForAll()
        }
        try await expectConvergence(round)
        try await until("the streams have moved") {
            balancer.streamCount(of: victim) == 0 && (0..<3).reduce(0) { $0 + balancer.streamCount(of: $1) } == 6
        }
        let (url, port) = (databaseURL, ports[victim].number)
        let started = try await blocking { try LiveServer(databaseURL: url, port: port) }
        servers.withLock { $0[victim] = started }
    }

    /// Records values with small pauses, and edits the first of them after each. A phone without a stream syncs each time,
    /// and again afterwards until it has sent everything.
    private func record(on phone: LivePhone, count: Int) async throws {
        let device = phone.device
        let first = try device.add(.weight, 50)
        note(first)
        for number in 1...count {
            note(try device.add(.weight, 50 + Double(number) / 10))
            note(try device.edit(first.id, value: 60 + Double(number) / 10))
            // While servers die, a sync may fail.
            if phone.live == nil { _ = try? await device.sync() }
            try await Task.sleep(for: .milliseconds(10))
        }
        guard phone.live == nil else { return }
        try await until("the phone without a stream has sent everything") {
            _ = try? await device.sync()
            return try device.counts().dirty == 0
        }
    }

    private func note(_ record: Vitals.Measurement) { recorded.withLock { $0[record.id] = record.value } }

    private func expectConvergence(_ round: Int) async throws {
        let recorded = recorded.withLock { $0 }
        for (number, phone) in phones.enumerated() {
            try await until("phone \(number) has all of round \(round)") {
                // To the others it comes by itself.
                if phone.live == nil { _ = try? await phone.device.sync() }
                return try Self.values(of: phone.device) == recorded && phone.device.counts().dirty == 0
            }
            try expect(phone.device.conflicts().isEmpty, "phone \(number) was told of a lost edit that there wasn't")
        }
    }

    private static func values(of device: Device) throws -> [UUID: Double] {
        let rows = try device.list().map { ($0.measurement.id, $0.measurement.value) }
        return Dictionary(uniqueKeysWithValues: rows)
    }

    /// Compares every phone with what a new one pulls from the beginning.
    func end() async throws {
        let fresh = try Device.inMemory()
        try fresh.login(to: try ServerOrigin(balancer.url), token: "dev-token")
        try await fresh.sync()
        let served = try fresh.list().map(\.measurement).sorted { $0.id < $1.id }
        let head = try fresh.syncState().cursor
        for (number, phone) in phones.enumerated() {
            phone.live?.cancel()
            await #expect(throws: CancellationError.self, "the stream of phone \(number) ended by itself") {
                _ = try await phone.live?.value ?? { throw CancellationError() }()
            }
            try await phone.device.sync()
            try expect(phone.device.syncState().cursor, equals: head)
            let held = try phone.device.list().map(\.measurement).sorted { $0.id < $1.id }
            expect(held, equals: served, "phone \(number) and the servers hold the same")
        }
        expect(served.count, equals: recorded.withLock { $0.count }, "nothing is there twice")
        balancer.stop()
    }
}
