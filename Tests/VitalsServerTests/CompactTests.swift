import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsServer

/// Tests of what a compaction removes, and that devices notice nothing of it.
@Suite("Compacting the log") struct CompactTests {
    private let user = DevelopmentUser.id

    static let stores = StoreUnderTest.available

    @Test("Receipts of removed rows are still good, and only those", arguments: stores)
    func receipts(_ kind: StoreUnderTest) async throws {
        try await kind.withCompactingStore { [user] store in
            let (old, kept) = (record(), record())
            var receipts: [Receipt] = []
            for version in 1...3 as ClosedRange<Int64> {
                let outcome = try await store.push(
                    [record(old.id, value: 70 + Double(version), version: version)], user: user, receipt: nil)
                receipts.append(Receipt(try #require(outcome.head)))
            }
            let deletion = record(kept.id, version: 2).asDeletion
            for pushed in [kept, deletion] {
                let outcome = try await store.push([pushed], user: user, receipt: nil)
                receipts.append(Receipt(try #require(outcome.head)))
            }
            let other = try await store.addUser(token: "another-token")
            let before = try await store.pull(user: user, cursor: 0, through: nil, limit: 10, receipt: nil)
            let last = try await store.head(user: user, receipt: nil)

            let compacting = try #require(store.ability((any CompactingStore).self))
            try await expect(compacting.compact().removedRowCount, equals: 3)
            try await expect(compacting.compact().removedRowCount, equals: 0)

            try await expect(store.pull(user: user, cursor: 0, through: nil, limit: 10, receipt: nil), equals: before)
            try await expect(store.head(user: user, receipt: nil), equals: last)
            for (index, receipt) in receipts.enumerated() {
                let isRemoved = try await compacting.standIn(for: receipt, of: user) != nil
                expect(isRemoved, equals: [0, 1, 3].contains(index))
                try await expect(store.head(user: user, receipt: receipt), equals: last)
                let page = try await store.pull(
                    user: user, cursor: receipt.seq, through: nil, limit: 10, receipt: receipt)
                expect(page.records, equals: before.records.filter { $0.id == deletion.id ? index < 4 : index < 2 })
                _ = try await store.push([], user: user, receipt: receipt)
                let forged = try #require(Receipt(seq: receipt.seq, tag: String(receipt.tag.reversed()) + "0"))
                for bad in [forged, try #require(Receipt(seq: receipt.seq, tag: "0123456789abcdef"))] {
                    await #expect(throws: SyncStoreError.historyLost) {
                        try await store.head(user: user, receipt: bad)
                    }
                }
                await #expect(throws: SyncStoreError.historyLost) {
                    try await store.head(user: other, receipt: receipt)
                }
            }
            try await expect(store.deleteUser(user))
            await #expect(throws: SyncStoreError.unknownUser) {
                try await store.pull(user: user, cursor: 0, through: nil, limit: 10, receipt: receipts[0])
            }
        }
    }

    @Test("A device with a receipt of a removed row syncs without a 409", arguments: stores)
    func overHTTP(_ kind: StoreUnderTest) async throws {
        try await kind.withCompactingStore { [user] store in
            let id = UUID()
            let first = try await store.push([record(id)], user: user, receipt: nil)
            _ = try await store.push([record(id, value: 71, version: 2)], user: user, receipt: nil)
            let receipt = Receipt(try #require(first.head))
            try await TestServer.with(store) { server in
                _ = try await #require(store.ability((any CompactingStore).self)).compact()
                let headers = [("vitals-receipt", receipt.description)]
                let page = try await server.pull("?cursor=1&limit=10", headers: headers)
                expect(page.status, equals: 200)
                expect(page.records().count, equals: 1)
                let push = try await server.send(
                    "POST", "/sync/push", headers: headers, body: PushBody.bytes(of: [record()], editedFrom: [:]))
                expect(push.status, equals: 200)
                let lost = try await server.pull("?limit=10", headers: [("vitals-receipt", "1.0123456789abcdef")])
                expect(lost.status, equals: 409)
            }
        }
    }

    @Test("A backup from before a compaction, or after it, is noticed by whoever synced since")
    func restoredBackup() async throws {
        for compactsFirst in [false, true] {
            try await withTemporaryDirectory { [user] directory in
                let path = directory + "/server.sqlite"
                func open() throws -> SQLiteSyncStore {
                    try SQLiteSyncStore(path: path, migrations: [.compacted])
                }
                let (kept, lost) = (UUID(), UUID())
                var store = try open()
                let early = try await store.push([record(kept)], user: user, receipt: nil)
                _ = try await store.push([record(kept, version: 2)], user: user, receipt: nil)
                if compactsFirst { _ = try await store.compact() }
                try await store.close()
                // A log may be left beside the file, and belongs to the backup.
                for name in ["", "-wal"] where FileManager.default.fileExists(atPath: path + name) {
                    try FileManager.default.copyItem(atPath: path + name, toPath: directory + "/backup" + name)
                }

                store = try open()
                let late = try await store.push([record(lost)], user: user, receipt: nil)
                _ = try await store.push([record(lost, version: 2)], user: user, receipt: nil)
                _ = try await store.compact()
                try await store.close()
                for name in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + name) }
                for name in ["", "-wal"] where FileManager.default.fileExists(atPath: directory + "/backup" + name) {
                    try FileManager.default.copyItem(atPath: directory + "/backup" + name, toPath: path + name)
                }

                // The restored server gives the same numbers to other records, and compacts those too.
                store = try open()
                for version in [1, 2] as [Int64] {
                    _ = try await store.push([record(UUID(), version: version)], user: user, receipt: nil)
                    _ = try await store.push([record(kept, version: 2 + version)], user: user, receipt: nil)
                }
                _ = try await store.compact()
                let served = CompactedSyncStore(store, compacted: store)
                let known = Receipt(try #require(early.head))
                await #expect(throws: SyncStoreError.historyLost, "it was removed") {
                    try await store.head(user: user, receipt: known)
                }
                try await expect(store.standIn(for: known, of: user) != nil, "compacted first: \(compactsFirst)")
                try await expect(served.head(user: user, receipt: known) != nil)
                let receipt = Receipt(try #require(late.head))
                await #expect(throws: SyncStoreError.historyLost) {
                    try await served.head(user: user, receipt: receipt)
                }
                try await store.close()
            }
        }
    }

    @Test("A compaction that stops between two ranges leaves every receipt good, and the next one goes on")
    func stops() async throws {
        try await StoreUnderTest.sqlite.withCompactingStore { [user] store in
            let ids = (0..<9_000).map { _ in UUID() }.sorted { $0.uuidString < $1.uuidString }
            var receipts: [Receipt] = []
            for version in 1...3 as ClosedRange<Int64> {
                let outcome = try await store.push(
                    ids.map { record($0, version: version) }, user: user, receipt: nil)
                receipts.append(Receipt(try #require(outcome.head)))
            }
            let compacting = try #require(store.ability((any CompactingStore).self))
            try await expect(compacting.compact(range: 0, of: user), equals: 16_383, "numbers begin at 1")
            for receipt in receipts { try await expect(store.head(user: user, receipt: receipt) != nil) }
            let rest = try await compacting.compact()
            expect(rest.removedRowCount == 18_000 - 16_383 && rest.bytesAfter <= rest.bytesBefore)
            for receipt in receipts { try await expect(store.head(user: user, receipt: receipt) != nil) }
        }
    }

    @Test("`vitals-server compact` prints what it removed, as text and as JSON")
    func command() async throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteSyncStore(
            path: folder.path("vitals-server.sqlite"), migrations: .all)
        let id = UUID()
        for version in 1...3 as ClosedRange<Int64> {
            _ = try await store.push([record(id, version: version)], user: user, receipt: nil)
        }
        func run(_ arguments: String...) async throws -> Run {
            try await blocking {
                try RunningProgram("vitals-server", ["compact"] + arguments).finish(withinSeconds: 30)
            }
        }
        let first = try await run("--json", "--data", folder.url.path)
        expect(first.status == 0 && first.errors.isEmpty, "\(first.errors)")
        try expect(JSONValue(parsing: first.output)["removedRows"]?.wholeNumber, equals: 2)
        let second = try await run("--data", folder.url.path)
        expect(second.output.hasPrefix("removed 0 rows: "), "\(second.output)")
        expect(second.errors.contains("1 of 1 users"))
        try await expect(run("--help").output.contains("EXAMPLE"))
        try await store.close()
    }
}

extension StoreUnderTest {
    /// Runs `body` with a new store that can be compacted, as the server serves it.
    func withCompactingStore(
        _ body: @escaping @Sendable (any SyncStore) async throws -> Void
    ) async throws {
        if self == .memory {
            let store = MemorySyncStore()
            return try await body(CompactedSyncStore(store, compacted: store))
        }
        guard self == .postgres else {
            return try await withTemporaryDirectory { directory in
                let store = try SQLiteSyncStore(path: directory + "/server.sqlite", migrations: [.compacted])
                try await body(CompactedSyncStore(store, compacted: store))
                try await store.close()
            }
        }
        try await withPostgresStore { store, url in
            let migration = try String(contentsOfFile: "db/migrations/0004-compacted.sql", encoding: .utf8)
            for _ in 0..<2 { try PostgresTestDatabase.execute(migration, at: url) }
            try await body(CompactedSyncStore(store, compacted: store))
        }
    }
}
