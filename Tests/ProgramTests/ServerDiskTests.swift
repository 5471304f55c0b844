import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

@Suite("A server whose own disk is full", .enabled(if: Mount.isAllowed, "A small file system needs Linux, and root."))
struct ServerDiskTests {
    @Test("A push is a 503 and writes nothing, pulls go on, and with free space the same server takes the push")
    func fullDisk() async throws {
        let directory = try TemporaryFolder()
        let mount = try await blocking { try Mount(sizeBytes: 2 << 20, at: directory.path("small")) }
        let server = try await blocking { try LiveServer(directory: mount.path) }
        let (phone, other) = (try Self.phone(at: server), try Self.phone(at: server))
        try phone.add(.weight, 70)
        try await phone.sync()
        mount.fill()
        for number in 0..<800 { try phone.add(.weight, 50 + Double(number) / 100) }
        let error = await #expect(throws: SyncError.self) { try await phone.sync() }
        expect(error?.code == .unavailable && error?.retryAfterSeconds == 5, "\(String(reflecting: error))")
        // A first small push may fit into space that the database has taken already; the next one is refused whole.
        try await other.sync()
        let storedCount = try other.list().count - 1
        expect(storedCount < 800)
        try expect(phone.counts().dirty, equals: 800 - storedCount, "of the push that it refused, it has kept nothing")
        mount.unfill()
        for phone in [phone, other] { try await phone.sync() }
        try expect(phone.counts().dirty, equals: 0)
        try expect(other.list().count, equals: 801)
        let errors = try await server.stop(SIGTERM).errors
        expect(errors.contains("is full; free some space"), "the server's log says what to do: \(errors)")
    }

    private static func phone(at server: LiveServer) throws -> Device {
        var settings = SyncSettings()
        // A failure is to be seen at once, and not to be hidden by a second try.
        settings.maximumAttempts = 1
        let phone = Device(store: try MeasurementStore(path: ":memory:"), settings: settings)
        try phone.login(to: try ServerOrigin(server.url), token: "dev-token")
        return phone
    }
}
