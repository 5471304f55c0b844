import Foundation
import GRDB
import TestSupport
import Testing
import Vitals
import VitalsServer

@Suite("The SQLite file") struct SQLiteFileTests {
    private func message(opening path: String) -> String? {
        do {
            _ = try SQLiteSyncStore(path: path)
            return nil
        } catch SyncStoreError.unusable(let message) {
            return message
        } catch {
            return "unexpected: \(error)"
        }
    }

    @Test("A file that is no database is refused and not touched")
    func notADatabase() async throws {
        try await withTemporaryDirectory { directory in
            let path = directory + "/letter.txt"
            let text = Data(String(repeating: "Dear reader, ", count: 100).utf8)
            try text.write(to: URL(fileURLWithPath: path))
            expect(message(opening: path)?.contains("isn't a database") == true)
            try expect(Data(contentsOf: URL(fileURLWithPath: path)), equals: text)
        }
    }

    @Test("A database of another program is refused and not touched", arguments: [0, 77])
    func foreign(_ applicationID: Int) async throws {
        try await withTemporaryDirectory { directory in
            let path = directory + "/foreign.sqlite"
            let queue = try DatabaseQueue(path: path)
            try await queue.write { db in
                try db.execute(sql: "CREATE TABLE notes (text TEXT); PRAGMA application_id = \(applicationID)")
            }
            try queue.close()
            let before = try Data(contentsOf: URL(fileURLWithPath: path))
            expect(message(opening: path)?.contains("another program") == true)
            try expect(Data(contentsOf: URL(fileURLWithPath: path)), equals: before)
        }
    }

    @Test("A database of a newer server is refused")
    func newer() async throws {
        try await withTemporaryDirectory { directory in
            let path = directory + "/server.sqlite"
            try await SQLiteSyncStore(path: path).close()
            let queue = try DatabaseQueue(path: path)
            try await queue.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('99 from the future')") }
            try queue.close()
            expect(message(opening: path)?.contains("newer vitals-server") == true)
        }
    }

    @Test("A database whose last writer was killed is looked at all the same")
    func killedWriter() async throws {
        try await withTemporaryDirectory { directory in
            let (path, left) = (directory + "/server.sqlite", directory + "/left.sqlite")
            try await SQLiteSyncStore(path: path).close()
            let queue = try DatabaseQueue(path: path)
            try await queue.writeWithoutTransaction { db in
                try db.execute(
                    sql: """
                        PRAGMA journal_mode = DELETE; PRAGMA cache_size = 1;
                        INSERT INTO grdb_migrations VALUES ('99 from the future');
                        BEGIN;
                        CREATE TABLE large (bytes BLOB);
                        INSERT INTO large VALUES (zeroblob(1000000));
                        """)
                // Copied amid the transaction, the files are what a killed writer leaves: only its rollback makes them readable.
                for suffix in ["", "-journal"] {
                    try FileManager.default.copyItem(atPath: path + suffix, toPath: left + suffix)
                }
                try db.execute(sql: "ROLLBACK")
            }
            try queue.close()
            expect(message(opening: left)?.contains("newer vitals-server") == true)
        }
    }

    @Test("A place that cannot be written is one line that says so")
    func unwritable() {
        expect(message(opening: "/proc/nowhere/server.sqlite")?.contains("can't be created") == true)
    }

    @Test("Everything is there after the file was closed and opened again, and only the owner may read it")
    func reopened() async throws {
        try await withTemporaryDirectory { directory in
            let path = directory + "/deep/er/server.sqlite"
            let new = record()
            let store = try SQLiteSyncStore(path: path)
            let head = try await store.push([new], user: DevelopmentUser.id, receipt: nil).head
            try await store.close()
            let again = try SQLiteSyncStore(path: path)
            let pulled = try await again.pull(
                user: DevelopmentUser.id, cursor: 0, through: nil, limit: 9, receipt: head.map(Receipt.init))
            expect(pulled.records, equals: [new])
            expect(pulled.head, equals: head)
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            expect(attributes[.posixPermissions] as? Int == 0o600)
            try await again.close()
        }
    }

    @Test("A restored file does not know the receipts of the history that it lost")
    func restored() async throws {
        try await withTemporaryDirectory { directory in
            let user = DevelopmentUser.id
            let path = directory + "/server.sqlite"
            let store = try SQLiteSyncStore(path: path)
            _ = try await store.push([record()], user: user, receipt: nil)
            try await store.close()
            try FileManager.default.copyItem(atPath: path, toPath: directory + "/backup.sqlite")
            let edited = record()
            let before = try SQLiteSyncStore(path: path)
            let receipt = try #require(try await before.push([edited], user: user, receipt: nil).head.map(Receipt.init))
            try await before.close()

            let after = try SQLiteSyncStore(path: directory + "/backup.sqlite")
            let same = try #require(try await after.push([edited], user: user, receipt: nil).head.map(Receipt.init))
            expect(same.seq, equals: receipt.seq)
            await #expect(throws: SyncStoreError.historyLost) {
                try await after.pull(user: user, cursor: 0, through: nil, limit: 9, receipt: receipt)
            }
            try await after.close()
        }
    }

    @Test("A lost file makes the server unready")
    func lostFile() async throws {
        try await withTemporaryDirectory { directory in
            let path = directory + "/server.sqlite"
            let store = try SQLiteSyncStore(path: path)
            try FileManager.default.removeItem(atPath: path)
            await #expect(throws: SyncStoreError.self) { try await store.checkReadiness() }
            try await store.close()
        }
    }
}
