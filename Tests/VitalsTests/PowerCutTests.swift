#if os(macOS) || os(Linux)
import Foundation
import GRDB
import StepSupport
import TestSupport
import Testing

@testable import Vitals

/// Tests of the store on a disk that forgets what wasn't synced, cut off before each operation in turn.
@Suite("What the store has told survives a power cut at any moment")
struct PowerCutTests {
    @Test("a record, an edit and a cursor that were told are there after a cut before any write, sync or truncation")
    func device() async {
        await #expect(processExitsWith: .success) {
            PowerCutDisk.start()
            let folder = try TemporaryFolder()
            let path = folder.path("vitals.sqlite")
            let promises = try Self.work(path)
            PowerCutDisk.stop()
            let count = PowerCutDisk.operationCount
            try #require(count > 40 && promises.count == 16, "\(count) operations, \(promises.count) promises")
            var disk = PowerCutDisk.Replay()
            for cut in 0...count {
                // Everything kept is what a crash leaves, without a power cut; a few of those are enough.
                for kept in PowerCutDisk.Kept.allCases where kept != .all || cut.isMultiple(of: 3) {
                    let copy = try TemporaryFolder()
                    for (name, bytes) in disk.image(keeping: kept, seed: UInt64(cut)) {
                        let file = (name as NSString).lastPathComponent
                        try Data(bytes).write(to: URL(fileURLWithPath: copy.path(file)))
                    }
                    let reached = promises.last { $0.operationCount <= cut } ?? Promise()
                    if let problem = Self.problemOrError(copy.path("vitals.sqlite"), reached) {
                        Issue.record("cut before operation \(cut) of \(count), \(kept) kept: \(problem)")
                        return
                    }
                }
                disk.advance()
            }
        }
    }

    /// The promises that a store has made to its callers so far.
    private struct Promise {
        var operationCount = 0
        /// The least version of each record.
        var versions: [UUID: Int64] = [:]
        var cursor: Int64 = 0
    }

    /// Writes in all the ways a device does, with checkpoints and a second opening in between.
    private static func work(_ path: String) throws -> [Promise] {
        var promise = Promise()
        var promises: [Promise] = []
        func told(_ records: [Vitals.Measurement] = [], cursor: Int64? = nil) {
            for record in records { promise.versions[record.id] = record.version }
            promise.cursor = cursor ?? promise.cursor
            promise.operationCount = PowerCutDisk.acknowledge()
            promises.append(promise)
        }
        for opening in 0..<2 {
            let store = try makeStore(path: path)
            for round in 0..<2 {
                let number = opening * 100 + round * 10
                let added = try store.upsert(weight(70, id: uuid(number + 1)))
                told([added])
                let edited = try store.edit(added.id, value: 71)
                told([edited])
                let cursor = promise.cursor + 3
                let page = (2...4).map { weight(72, id: uuid(number + $0), version: 2) }
                _ = try store.receive(page, nextCursor: cursor)
                told(page, cursor: cursor)
                try store.acknowledge([edited])
                told()
                if round == 0 { try store.writer.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) } }
                if round == 1 { try store.writer.writeWithoutTransaction { _ = try $0.checkpoint(.passive) } }
            }
        }
        return promises
    }

    /// An error of an opening is a problem too.
    private static func problemOrError(_ path: String, _ promise: Promise) -> String? {
        do { return try problem(path, promise) } catch { return "\(error)" }
    }

    /// The fault of the store in this file; nil if it has kept its promise.
    private static func problem(_ path: String, _ promise: Promise) throws -> String? {
        let store = try makeStore(path: path)
        let integrity = try store.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") }
        guard integrity == "ok" else { return "the database is damaged: \(integrity ?? "no answer")" }
        let rows = try store.list().map(\.measurement)
        let versions = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0.version) })
        for (id, version) in promise.versions where versions[id] ?? 0 < version {
            return "version \(version) of \(id.lowercased) was told; there is \(versions[id] ?? 0)"
        }
        let cursor = try store.cursor()
        guard cursor >= promise.cursor else { return "cursor \(promise.cursor) was told; it is \(cursor)" }
        // Three records of each page, and with them their cursor: never one without the other.
        let pulled = rows.count { $0.value == 72 }
        guard pulled == Int(cursor) else { return "the cursor is \(cursor), with \(pulled) pulled records" }
        return nil
    }
}
#endif
