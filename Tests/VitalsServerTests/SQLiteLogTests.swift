import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsServer

/// Tests of what a server's SQLite file holds, as for someone who copies it or looks into it.
@Suite("What stays in a server's SQLite file") struct SQLiteLogTests {
    private let user = DevelopmentUser.id

    /// The log beside the file is empty soon after the last write.
    private func waitForEmptyLog(_ path: String) async throws {
        let size = { try FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int }
        for _ in 0..<600 where try size() != 0 { try await Task.sleep(for: .milliseconds(50)) }
        try expect(size(), equals: 0, "the log isn't empty after 30 seconds")
    }

    private func secretCount(_ path: String) throws -> Int {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        var (count, start) = (0, bytes.startIndex)
        while let range = bytes.range(of: Data("secret-".utf8), in: start..<bytes.endIndex) {
            count += 1
            start = range.upperBound
        }
        return count
    }

    @Test(
        "What was deleted or edited away leaves the file and its log while the server runs", arguments: [true, false])
    func leaves(isDeleted: Bool) async throws {
        try await withTemporaryDirectory { directory in
            let path = directory + "/server.sqlite"
            let store = try SQLiteSyncStore(path: path)
            let records = (0..<4_000).map { number in
                record(extra: UnknownMembers(members: [.init("note", .string("secret-\(number)"))]))
            }
            for start in stride(from: 0, to: 4_000, by: 500) {
                _ = try await store.push(Array(records[start..<start + 500]), user: user, receipt: nil)
            }
            try await waitForEmptyLog(path)
            try expect(secretCount(path) >= 4_000, "the test looks for what is there at first")
            for start in stride(from: 0, to: 4_000, by: 500) {
                let next = try records[start..<start + 500].map { record in
                    var next = try record.bumpVersion(now: record.updatedAt)
                    next.extra = UnknownMembers(members: [.init("note", .string("-"))])
                    return isDeleted ? next.asDeletion : next
                }
                _ = try await store.push(next, user: user, receipt: nil)
            }
            try await waitForEmptyLog(path)
            try expect(secretCount(path), equals: 0)
            try await store.close()
        }
    }

    @Test("A server that was killed empties the log that it left when it's started again")
    func afterAKill() async throws {
        try await withTemporaryDirectory { directory in
            let path = directory + "/server.sqlite"
            let killed = try SQLiteSyncStore(path: path)
            let kept = record(extra: UnknownMembers(members: [.init("note", .string("secret-1"))]))
            _ = try await killed.push([kept], user: user, receipt: nil)
            var next = try kept.bumpVersion(now: kept.updatedAt)
            next.extra = .empty
            _ = try await killed.push([next], user: user, receipt: nil)
            // What a killed server leaves: the file and its log, without the index that goes with the process.
            let left = directory + "/left.sqlite"
            for end in ["", "-wal"] { try FileManager.default.copyItem(atPath: path + end, toPath: left + end) }
            let again = try SQLiteSyncStore(path: left)
            try await waitForEmptyLog(left)
            try expect(secretCount(left), equals: 0)
            for store in [killed, again] { try await store.close() }
        }
    }

    @Test("A copy of the file has what was pushed, without a stop; and a reader only delays it")
    func copyOfARunningServer() async throws {
        try await withTemporaryDirectory { directory in
            let path = directory + "/server.sqlite"
            let store = try SQLiteSyncStore(path: path)
            let other = try SQLiteSyncStore(path: path)
            let records = (0..<50).map { _ in record() }.sortedByID
            async let reads: Void = {
                for _ in 0..<200 {
                    _ = try await other.pull(user: user, cursor: 0, through: nil, limit: 50, receipt: nil)
                }
            }()
            for new in records { _ = try await store.push([new], user: user, receipt: nil) }
            try await reads
            try await waitForEmptyLog(path)
            try FileManager.default.copyItem(atPath: path, toPath: directory + "/copy.sqlite")
            let copy = try SQLiteSyncStore(path: directory + "/copy.sqlite")
            let held = try await copy.pull(user: user, cursor: 0, through: nil, limit: 99, receipt: nil)
            expect(held.records, equals: records)
            for store in [store, other, copy] { try await store.close() }
        }
    }
}
