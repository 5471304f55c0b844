import Foundation
import StepSupport
import Synchronization
import TestSupport
import Testing

@testable import Vitals

@Suite("The device, as an app opens it")
struct DeviceTests {
    private let folder: TemporaryFolder
    private let device: Device

    init() throws {
        folder = try TemporaryFolder()
        device = try Device(url: folder.url.appending(path: "phone"))
    }

    @Test("a device's records are there when it is opened again, by path or by URL, and only the owner may read them")
    func reopens() throws {
        let record = try device.add(.weight, 159.5, .pounds)
        let again = try Device(directory: folder.path("phone"))
        try expect(again.list().map(\.measurement) == [record] && again.record(record.id) == record)
        expect(record.unit == .kilograms && (72.3...72.4).contains(record.value))
        let permissions = try FileManager.default.attributesOfItem(atPath: folder.path("phone"))[.posixPermissions]
        expect(permissions as? Int == 0o700)
    }

    @Test("without a unit the kind's own is meant, and a kind that has none here is refused")
    func units() throws {
        try expect(device.add(.steps, 8_412).unit, equals: .count)
        let error = #expect(throws: MeasurementError.self) { try device.add(MetricKind(rawValue: "GRIP"), 3) }
        expect(error?.code, equals: .unknownKind)
        try expect(device.counts().records, equals: 1)
    }

    @Test("a directory that can't be created is the store's error, with what to do")
    func noDirectory() throws {
        try Data().write(to: folder.url.appending(path: "file"))
        let error = #expect(throws: StoreError.self) { try Device(directory: folder.path("file") + "/phone") }
        expect(error?.code == .unreachable && error?.detail.contains("Check the path") == true)
    }

    @Test("before a login, a sync says so, and nothing is logged in")
    func noServer() async throws {
        let error = await #expect(throws: SyncError.self) { try await device.sync() }
        expect(error?.code == .noServer && error?.isTemporary == false)
        try expect(device.server() == nil && !device.isLoggedIn())
    }

    @Test("a log-out takes the token and leaves the records and their server")
    func logOut() throws {
        let server = try ServerOrigin("https://Server.test/")
        try device.add(.weight, 72.5)
        try device.login(to: server, token: "t-1")
        try expect(device.isLoggedIn() && device.server() == server)
        try device.logOut()
        try expect(!device.isLoggedIn() && device.server() == server && device.counts().dirty == 1)
    }

    @Test("all syncs with one server share a syncer, so that a second call can join the first")
    func sharesASyncer() async throws {
        let server = InMemoryServer()
        let device = Device(store: try Records.store(), api: { _, _ in server })
        try device.login(to: ServerOrigin("https://server.test"), token: "token")
        try await device.sync()
        let first = device.currentSyncer.withLock { $0 }
        try await device.sync()
        expect(device.currentSyncer.withLock { $0 } === first)
        try device.login(to: ServerOrigin("https://other.test"), token: "token", rebind: true)
        try await device.sync()
        expect(device.currentSyncer.withLock { $0 } !== first)
    }

    @Test("a code isn't spent when the records belong to another server")
    func codeIsKept() async throws {
        let other = try LoopbackServer(.response(json: #"{"token":"t-2"}"#))
        let device = Device(store: try Records.store(), api: { _, _ in InMemoryServer() })
        try device.login(to: ServerOrigin("https://server.test"), token: "t-1")
        try await device.sync()
        let error = await #expect(throws: SyncError.self) {
            try await device.pair(with: "ABCD-2345", at: ServerOrigin(other.url))
        }
        expect(error?.code == .wrongServer && other.requests.isEmpty)
        try await device.pair(with: "ABCD-2345", at: ServerOrigin(other.url), rebind: true)
        try expect(device.tokens.token() == "t-2" && device.server()?.description == other.url)
    }

    @Test("an edit that lost comes back as one that wins, and a refused record is fixed by an edit")
    func review() async throws {
        let server = InMemoryServer()
        let device = Device(store: try Records.store(), api: { _, _ in server })
        try device.login(to: ServerOrigin("https://server.test"), token: "token")
        try device.add(.weight, 70, id: Records.id(1))
        try await device.sync()
        server.receive(Records.weight(69, version: 5))
        try device.edit(Records.id(1), value: 72)
        try await device.sync()
        let conflict = try #require(try device.conflicts().first)
        try expect(device.restore(conflict: conflict.id).value == 72 && device.conflicts().isEmpty)
        let gone = #expect(throws: StoreError.self) { try device.dismiss(conflict: conflict.id) }
        expect(gone?.code, equals: .notFound)

        server.refuse { $0.value == 75 }
        try device.edit(Records.id(1), value: 75)
        try await device.sync()
        try expect(device.rejected().map(\.measurement.value), equals: [75])
        try device.edit(Records.id(1), value: 74)
        try await device.sync()
        try expect(device.rejected().isEmpty && server.records[Records.id(1)]?.value == 74)
    }

    @Test("an export that is damaged leaves nothing behind, and one that is sound is imported once")
    func healthExport() throws {
        let damaged = folder.path("damaged.xml")
        try (HealthFixture.export(HealthFixture.record()) + "<").write(
            toFile: damaged, atomically: true, encoding: .utf8)
        let error = #expect(throws: HealthImportError.self) { try device.importHealthExport(.file(damaged)) }
        expect(error?.code, equals: .malformed)
        try expect(device.counts().records, equals: 0)
        try expect(device.importHealthExport(.file(HealthFixture.path)).report.addedCount, equals: 39)
        try expect(device.importHealthExport(.file(HealthFixture.path)).report.addedCount, equals: 0)
    }
}
