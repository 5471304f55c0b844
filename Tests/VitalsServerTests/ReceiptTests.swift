import Foundation
import GRDB
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsServer

/// Tests of what a receipt names and proves: docs/protocol.md, "Receipts".
@Suite("Receipts") struct ReceiptTests {
    private let user = DevelopmentUser.id

    @Test("Pages and pushes name the last row of the log, wherever they end", arguments: StoreUnderTest.available)
    func namesTheHead(_ kind: StoreUnderTest) async throws {
        try await kind.withStore { [user] store in
            try await expect(store.push([], user: user, receipt: nil).head == nil, "an empty log")
            try await expect(store.pull(user: user, cursor: 0, through: nil, limit: 1, receipt: nil).head == nil)
            let records = [record(), record()].sortedByID
            _ = try await store.push(records, user: user, receipt: nil)
            let edit = record(records[0].id, value: 71, version: 2)
            let head = try #require(try await store.push([edit], user: user, receipt: nil).head)
            expect(head.recordID == edit.id && head.version == 2)

            for (cursor, limit) in [(0, 1), (0, 9), (head.seq - 1, 1), (head.seq, 9), (1 << 40, 9)] as [(Int64, Int)] {
                let page = try await store.pull(user: user, cursor: cursor, through: nil, limit: limit, receipt: nil)
                expect(page.head, equals: head, "a page after \(cursor) of \(limit)")
            }
            let bounded = try await store.pull(user: user, cursor: 0, through: head.seq - 1, limit: 9, receipt: nil)
            expect(bounded.head, equals: head)
            for batch in [[], [records[1]], [records[0]]] as [[Vitals.Measurement]] {  // empty, unchanged, stale
                try await expect(store.push(batch, user: user, receipt: Receipt(head)).head, equals: head)
            }
        }
    }

    @Test("A small page, a large one and the whole set carry the receipt of the last row")
    func overHTTP() async throws {
        try await TestServer.with(MemorySyncStore()) { server in
            let records = [record(), record(), record()].sortedByID
            _ = try await server.push(records)
            _ = try await server.push([record(records[0].id, value: 71, version: 2)])
            for query in [
                "?limit=1", "?limit=2&cursor=1", "?limit=9", "", "?cursor=3", "?cursor=4", "?cursor=4&limit=1",
            ] {
                let answer = try await server.pull(query)
                expect(answer["Vitals-Receipt"]?.hasPrefix("4.") == true, "of \(query)")
            }
        }
    }

    /// r1 is at 1, r2 at 2, and a backup is made. r1 is edited and moves to 3. A page of one record brings r2. The server
    /// goes back to the backup, in which r1 stands below the phone's cursor.
    @Test("A phone in the middle of its pages learns that the server went back to a backup")
    func restoredBetweenPages() async throws {
        let store = MemorySyncStore()
        let service = SyncService(store: store)
        let caller = RequestIdentity(user: user)
        let records = [record(), record()].sortedByID
        _ = try await store.push(records, user: user, receipt: nil)
        let backup = await store.snapshot()
        _ = try await store.push([record(records[0].id, value: 71, version: 2)], user: user, receipt: nil)
        let page = try await service.pull(cursor: 0, limit: 1, caller: caller)
        try await expect(page.body.records(), equals: [records[1]])
        await store.restore(backup)
        let informed = RequestIdentity(user: user, receipt: page.identity?.receipt?.description)
        let cursor = page.body.nextCursor
        await #expect(throws: ServiceError.historyLost) {
            try await service.pull(cursor: cursor, limit: 1, caller: informed)
        }
    }

    @Test("On SQLite a row written again at the same number and time has another tag")
    func randomTagsOnSQLite() async throws {
        try await withTemporaryDirectory { directory in
            let written = record()
            var tags: Set<String> = []
            for number in 0..<3 {
                let store = try SQLiteSyncStore(path: directory + "/\(number).sqlite", now: { 1_000_000 })
                let head = try #require(try await store.push([written], user: user, receipt: nil).head)
                expect(head.seq == 1 && head.appliedAt == 1_000_000)
                tags.insert(Receipt(head).tag)
                try await store.close()
            }
            expect(tags.count, equals: 3)
        }
    }

    @Test("On PostgreSQL a row written again at the same number has another tag")
    func randomTagsOnPostgres() async throws {
        guard StoreUnderTest.available.contains(.postgres) else { return }
        try await withPostgresStore { store, url in
            let head = try #require(try await store.push([record()], user: user, receipt: nil).head)
            let sql = """
                DELETE FROM sync_log;
                INSERT INTO sync_log (seq, user_id, record_id, version) OVERRIDING SYSTEM VALUE
                SELECT seq, user_id, id, version FROM measurements
                """
            try PostgresTestDatabase.execute(sql, at: url)
            let again = try #require(try await store.head(user: user, receipt: nil))
            expect(again.seq == head.seq && again.tag != nil && again.tag != head.tag)
        }
    }

    @Test("Rows of a SQLite file from before tags keep the receipts that phones hold")
    func oldRowsOnSQLite() async throws {
        try await withTemporaryDirectory { directory in
            let path = directory + "/server.sqlite"
            var store = try SQLiteSyncStore(path: path)
            _ = try await store.push([record()], user: user, receipt: nil)
            try await store.close()
            let queue = try DatabaseQueue(path: path)
            try await queue.write { db in
                try db.execute(
                    sql: """
                        ALTER TABLE sync_log DROP COLUMN tag;
                        DELETE FROM grdb_migrations WHERE identifier = '9 tags of log rows';
                        """)
            }
            try queue.close()
            store = try SQLiteSyncStore(path: path)
            let old = try #require(try await store.head(user: user, receipt: nil))
            expect(old.tag == nil, "its receipt is computed from the row, as before")
            let new = try #require(try await store.push([record()], user: user, receipt: Receipt(old)).head)
            expect(new.tag != nil)
            try await expect(store.head(user: user, receipt: Receipt(old)), equals: new)
            try await store.close()
        }
    }

    @Test("Rows of a PostgreSQL database from before tags keep their receipts, before the migration and after it")
    func oldRowsOnPostgres() async throws {
        guard StoreUnderTest.available.contains(.postgres) else { return }
        try await withPostgresDatabase { url in
            try PostgresTestDatabase.execute(try PostgresTestDatabase.schema(), at: url)
            let store = try await PostgresSyncStore(url: url)
            let old = try #require(try await store.push([record()], user: user, receipt: nil).head)
            expect(old.tag == nil)
            let migration = try String(contentsOfFile: "db/migrations/0009-log-tags.sql", encoding: .utf8)
            for _ in 0..<2 { try PostgresTestDatabase.execute(migration, at: url) }
            let new = try #require(try await store.push([record()], user: user, receipt: Receipt(old)).head)
            expect(new.tag != nil)
            try await expect(store.head(user: user, receipt: Receipt(old)), equals: new)
            try await store.close()
        }
    }
}
