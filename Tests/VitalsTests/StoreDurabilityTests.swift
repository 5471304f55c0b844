#if os(macOS) || os(Linux)
import Foundation
import GRDB
import StepSupport
import TestSupport
import Testing

@testable import Vitals

/// Tests of durability. Data survives a power cut only if SQLite has waited for the disk to store it. Killing a process
/// can't show that, because the system still holds what the process wrote.
@Suite("What the store has told is on the disk")
struct StoreDurabilityTests {
    @Test("each write has synced the log when its method returns, also beside another open store")
    func syncs() async {
        await #expect(processExitsWith: .success) {
            SyncCounter.start()
            let directory = try TemporaryFolder()
            let path = directory.path("vitals.sqlite")
            let beside = try makeStore(path: path)
            let store = try makeStore(path: path)
            _ = try beside.dirty()
            func expectSync(_ what: String, _ write: () throws -> Void) throws {
                let before = SyncCounter.count(ofLogAt: path)
                try write()
                expect(SyncCounter.count(ofLogAt: path) > before, "\(what) did not wait for the disk")
            }
            try expectSync("upsert") { try store.upsert(weight(70)) }
            try expectSync("add") { try store.add(kind: .steps, value: 100, unit: .count) }
            try expectSync("clearDirty") { try store.clearDirty([uuid(1)]) }
            try expectSync("setCursor") { try store.setCursor(42) }
            try expectSync("apply") { _ = try store.receive([weight(71, version: 2)], nextCursor: 43) }
            try expectSync("the other store's upsert") { try beside.upsert(weight(72, id: uuid(2))) }
            let reading = SyncCounter.count(ofLogAt: path)
            _ = try store.dirty()
            expect(SyncCounter.count(ofLogAt: path), equals: reading, "a read has nothing to wait for")
        }
    }

    @Test("the connection that writes has synchronous = FULL, whatever opening a pool has set")
    func setting() throws {
        let directory = try TemporaryFolder()
        for path in [":memory:", directory.path("vitals.sqlite")] {
            let store = try makeStore(path: path)
            let value = try store.writer.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA synchronous") }
            expect(value, equals: 2, "\(path)")
            guard path != ":memory:" else { continue }
            try expect(
                store.writer.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA fullfsync") }, equals: 1)
        }
    }
}
#endif
