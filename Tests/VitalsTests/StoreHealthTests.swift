import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

@Suite("A health source and the store")
struct StoreHealthTests {
    struct Crash: Error {}

    private let fixture = PackageFiles.url("Tests/Fixtures/apple-health/export.xml").path

    @Test("A source is read once: the second time its anchor says that nothing is new")
    func anchored() async throws {
        let store = try makeStore()
        let bridge = HealthExportBridge(path: fixture)
        let first = try await store.importAll(from: bridge)
        expect(first.addedCount, equals: 39)
        try expect(store.anchor(source: bridge.source) != nil)
        try await expect(store.importAll(from: bridge), equals: ImportReport())
    }

    @Test("A crash in the middle keeps neither the batch nor its anchor, and the next run loses nothing")
    func crash() async throws {
        let writesLeft = Locked<Int?>(20)
        let store = try makeStore(beforeWrite: {
            try writesLeft.withLock { left in
                guard let count = left else { return }
                if count == 0 { throw Crash() }
                left = count - 1
            }
        })
        let bridge = HealthExportBridge(path: fixture)
        await #expect(throws: Crash.self) { try await store.importAll(from: bridge) }
        try expect(store.counts().records, equals: 0)
        try expect(store.anchor(source: bridge.source) == nil)
        writesLeft.withLock { $0 = nil }
        try await expect(store.importAll(from: bridge).addedCount, equals: 39)
    }
}
