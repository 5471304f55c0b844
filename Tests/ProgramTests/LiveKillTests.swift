import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsFeatures

/// Programs that are killed (SIGKILL) at unlucky moments of live events and of sessions. A kill may cost time, and nothing
/// else. `FailoverTests` kills servers on one Postgres; `CrashTests` kills programs that sync by themselves.
@Suite("Killed while live", .serialized) struct LiveKillTests {
    private let directory: TemporaryFolder
    /// The port of a server that is started again.
    private let port: ReservedPort

    init() throws {
        directory = try TemporaryFolder()
        port = try ReservedPort()
    }

    /// The records of a device, in the order of their ids.
    private static func records(of device: Device) throws -> [Vitals.Measurement] {
        try device.list().map(\.measurement).sorted { $0.id < $1.id }
    }

    @Test("A phone that is killed while it merges events has everything after its next sync, and no edit is lost")
    func phone() async throws {
        let path = directory.url.path
        let server = try await blocking { try LiveServer(directory: path) }
        let (phone, folder) = (Phone(directory.path("phone")), directory.path("phone"))
        try await expect(phone.run("login", "--server", server.url, input: "dev-token\n").status, equals: 0)
        let other = try Device.inMemory()
        try other.login(to: try ServerOrigin(server.url), token: "dev-token")
        let edited = try other.add(.weight, 70)
        for round in 0..<4 {
            let watching = try await blocking { try phone.start(["watch"]) }
            try await until("the phone is live") { watching.outputSoFar.contains("Live") }
            let merged = watching.outputSoFar.utf8.count
            // Edits go on until the kill; each sync of the other phone is an event with the record.
            let editing = Task {
                for number in 1... {
                    try Task.checkCancellation()
                    for _ in 0..<20 { try other.add(.weight, 60 + Double(number % 40)) }
                    try other.edit(edited.id, value: 70 + Double(number % 40))
                    try await other.sync()
                }
            }
            try await until("the phone has merged something") { watching.outputSoFar.utf8.count > merged }
            try await Task.sleep(for: .milliseconds(40 * round + 5))
            expect(watching.kill(), "the phone had ended by itself in round \(round)")
            editing.cancel()
            _ = await editing.result
            try await other.sync()
            try await expect(phone.run("sync").status, equals: 0)
            let device = try Device(directory: folder, features: .all)
            try expect(Self.records(of: device), equals: Self.records(of: other), "round \(round)")
            try expect(device.counts().dirty == 0 && device.conflicts().isEmpty, "round \(round)")
            try expect(device.syncState().cursor, equals: other.syncState().cursor)
        }
        server.stop()
    }

    @Test("A server that is killed while phones exchange their tokens: no phone has to log in again")
    func sessions() async throws {
        let database = "sqlite:\(directory.url.path)/server.sqlite"
        @Sendable func start() async throws -> LiveServer {
            try await blocking {
                try LiveServer(
                    databaseURL: database, port: port.number, arguments: ["--access-token-minutes", "1"])
            }
        }
        var server = try await start()
        let token = try await pair(at: server, database)
        for round in 0..<4 {
            // In memory, so each round's phones begin without an access token.
            let devices = try (0..<4).map { number in
                let device = try Device.inMemory()
                try device.login(to: try ServerOrigin(server.url), token: token)
                try device.add(.weight, 70 + Double(number))
                return device
            }
            let killed = Locked(false)
            let failed = try await withThrowingTaskGroup(of: SyncError?.self) { group in
                for device in devices {
                    group.addTask {
                        for _ in 0..<200 {
                            do { try await device.sync() } catch let error as SyncError { return error }
                            guard !killed.withLock({ $0 }) else { break }
                            try device.add(.weight, 71)
                        }
                        return nil
                    }
                }
                try await Task.sleep(for: .milliseconds(60 + 70 * round))
                killed.withLock { $0 = true }
                expect(server.stop(), "the server had ended by itself")
                return try await group.compactMap(\.self).reduce(into: [SyncError]()) { $0.append($1) }
            }
            for error in failed { expect(error.isTemporary, "\(error)") }
            server = try await start()
            for device in devices {
                try await device.sync()
                try expect(device.counts().dirty, equals: 0)
            }
        }
        let fresh = try Device.inMemory()
        try fresh.login(to: try ServerOrigin(server.url), token: token)
        try await fresh.sync()
        try expect(fresh.list().count >= 16)
        server.stop()
    }

    private func pair(at server: LiveServer, _ database: String) async throws -> String {
        let printed = try await blocking {
            try RunningProgram(
                "vitals-server", ["pair", "--port", "\(server.port)", "--json"],
                environment: ["DATABASE_URL": database, "PATH": "/nowhere"]
            ).finish(withinSeconds: 60)
        }
        let code = try #require(try JSONValue(parsing: printed.output)["code"]?.string)
        let body = #"{"code":"\#(code)"}"#
        let head = "POST /pair HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n"
        let answer = try await RawConnection.exchange(
            port: server.port, Array("\(head)Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8))
        return try #require(try JSONValue(parsing: answer.body)["token"]?.string)
    }
}
