import Foundation
import StepSupport
import Synchronization
import TestSupport
import Testing
import Vitals

/// Tests of a real server whose Postgres goes away or can't write. The server isn't started again in any of them.
@Suite(
    "A Postgres that fails under a running server", .serialized,
    .enabled(if: RestartablePostgres.isAvailable, "\(RestartablePostgres.hint)"))
struct PostgresFaultTests {
    @Test("It's restarted three times while phones sync: all have everything afterwards", .timeLimit(.minutes(10)))
    func restarted() async throws {
        let postgres = try await blocking { try RestartablePostgres() }
        let url = try await database(of: postgres)
        let server = try await blocking { try LiveServer(databaseURL: url) }
        let phones = try (0..<4).map { _ in try RestartedPhone(server.url) }
        let live = Task { try await phones[0].device.live() }
        defer { live.cancel() }
        let isOver = Locked(false)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, phone) in phones.enumerated() {
                group.addTask {
                    while !isOver.withLock({ $0 }) { try await phone.work(shared: number < 2) }
                }
            }
            group.addTask {
                defer { isOver.withLock { $0 = true } }
                for round in 1...3 {
                    let before = phones.map(\.syncCount)
                    // In the middle of it: every phone has pushed and pulled since the last time.
                    try await until("each phone has synced before restart \(round)") {
                        zip(phones, before).allSatisfy { $0.syncCount >= $1 + 3 }
                    }
                    try await blocking { try postgres.restartImmediately() }
                }
            }
            try await group.waitForAll()
        }
        expect(phones.contains { $0.failureCount > 0 }, "no sync noticed a restart, so this proves nothing")
        for phone in phones {
            try await until("a phone has sent everything") {
                _ = try? await phone.device.sync()
                return try phone.device.counts().dirty == 0
            }
        }
        for phone in phones { try await phone.device.sync() }
        let fresh = try RestartedPhone(server.url)
        try await fresh.device.sync()
        let served = try fresh.held()
        for phone in phones {
            try expect(phone.held(), equals: served, "a phone holds the same as the server")
            let lost = phone.recorded.filter { id, record in served[id].map { record.beats($0) } ?? true }
            expect(lost.isEmpty, "what a phone recorded is gone, or there is less")
        }
        let last = try phones[3].device.add(.weight, 99)
        try await phones[3].device.sync()
        try await until("the open stream tells of a change again") { try phones[0].held()[last.id] == last }
        expect(server.program.isRunning, "it is the server that was started at first")
        let errors = try await server.stop(SIGTERM).errors
        expect(errors.contains("busy"), "the server's log names the cause: \(errors)")
    }

    @Test(
        "Its disk is full: 503, nothing of the push is there, pulls go on, and it works again with free space",
        .enabled(if: Mount.isAllowed, "A small file system needs Linux, and root."), .timeLimit(.minutes(5)))
    func fullDisk() async throws {
        let postgres = try await blocking { try RestartablePostgres() }
        let directory = try TemporaryFolder()
        // Readable for Postgres, which runs under an account of its own.
        chmod(directory.url.path, 0o755)
        let mount = try await blocking { try Mount(sizeBytes: 32 << 20, at: directory.path("small")) }
        let url = try await database(of: postgres, in: mount.path)
        let server = try await blocking { try LiveServer(databaseURL: url) }
        let phone = try RestartedPhone(server.url)
        try phone.device.add(.weight, 70)
        try await phone.device.sync()
        mount.fill()
        for number in 0..<800 { try phone.device.add(.weight, 50 + Double(number) / 100) }
        let error = await #expect(throws: SyncError.self) { try await phone.device.sync() }
        expect(error?.code, equals: .unavailable, "\(String(reflecting: error))")
        try expect(phone.device.counts().dirty, equals: 800, "the server has kept nothing of the push")
        let other = try RestartedPhone(server.url)
        try await other.device.sync()
        try expect(other.device.list().count, equals: 1, "reading goes on")
        mount.unfill()
        try await phone.device.sync()
        try expect(phone.device.counts().dirty, equals: 0)
        try await other.device.sync()
        try expect(other.held(), equals: phone.held())
        let errors = try await server.stop(SIGTERM).errors
        expect(errors.contains("disk is full; free some space"), "the server's log says what to do: \(errors)")
    }

    private func database(of postgres: RestartablePostgres, in location: String? = nil) async throws -> String {
        try await blocking {
            let url = try postgres.makeDatabase(in: location)
            let run = try Psql.run(
                file: PackageFiles.url("db/schema.sql").path, options: ["-v", "ON_ERROR_STOP=1", "-1"], at: url)
            guard run.status == 0 else { throw ProgramError(run.errors) }
            return url
        }
    }
}

/// A phone that keeps track of what it has recorded.
private final class RestartedPhone: Sendable {
    let device: Device
    private let state = Mutex((syncCount: 0, failureCount: 0, recorded: [UUID: Vitals.Measurement]()))

    init(_ url: String) throws {
        var settings = SyncSettings()
        // A failure is to be seen at once, and not to be hidden by a second try.
        settings.maximumAttempts = 1
        device = Device(store: try MeasurementStore(path: ":memory:"), settings: settings)
        try device.login(to: try ServerOrigin(url), token: "dev-token")
    }

    var syncCount: Int { state.withLock { $0.syncCount } }
    var failureCount: Int { state.withLock { $0.failureCount } }
    var recorded: [UUID: Vitals.Measurement] { state.withLock { $0.recorded } }

    /// Adds a record, edits another and syncs, which may fail meanwhile.
    ///
    /// - Parameter shared: edits a record that others edit too.
    func work(shared: Bool) async throws {
        note(try device.add(.weight, 70))
        let rows = try device.list().map(\.measurement).sorted { $0.id < $1.id }
        if let record = shared ? rows.first : recorded.values.first {
            note(try device.edit(record.id, value: Double.random(in: 50...100)))
        }
        // A person doesn't sync without a pause either.
        try await Task.sleep(for: .milliseconds(20))
        do {
            try await device.sync()
            state.withLock { $0.syncCount += 1 }
        } catch is SyncError {
            state.withLock { $0.failureCount += 1 }
        }
    }

    func held() throws -> [UUID: Vitals.Measurement] {
        Dictionary(uniqueKeysWithValues: try device.list().map { ($0.measurement.id, $0.measurement) })
    }

    private func note(_ record: Vitals.Measurement) {
        state.withLock { state in
            state.recorded[record.id] = state.recorded[record.id].map { merge($0, record) } ?? record
        }
    }
}
