#if os(macOS) || os(Linux)
import Foundation
import GRDB
import StepSupport
import TestSupport
import Testing
import Vitals

@testable import VitalsServer

/// Tests of the server's file on a disk that forgets what wasn't synced, cut off before each operation in turn.
@Suite("What the server's file has accepted survives a power cut at any moment")
struct ServerPowerCutTests {
    @Test("an accepted record is pulled, in its place, after a cut before any write, sync or truncation")
    func server() async {
        await #expect(processExitsWith: .success) {
            PowerCutDisk.start()
            let folder = try TemporaryFolder()
            let (promises, user) = try await Self.work(folder.path("server.sqlite"))
            PowerCutDisk.stop()
            let count = PowerCutDisk.operationCount
            try #require(count > 30 && promises.count == 7, "\(count) operations, \(promises.count) promises")
            var disk = PowerCutDisk.Replay()
            for cut in 0...count {
                // Everything kept is what a crash leaves, without a power cut; a few of those are enough.
                for kept in PowerCutDisk.Kept.allCases where kept != .all || cut.isMultiple(of: 3) {
                    let copy = try TemporaryFolder()
                    for (name, bytes) in disk.image(keeping: kept, seed: UInt64(cut)) {
                        let file = (name as NSString).lastPathComponent
                        try Data(bytes).write(to: URL(fileURLWithPath: copy.path(file)))
                    }
                    let reached = promises.last { $0.operationCount <= cut }
                    if let problem = await Self.problemOrError(copy.path("server.sqlite"), reached, user) {
                        Issue.record("cut before operation \(cut) of \(count), \(kept) kept: \(problem)")
                        return
                    }
                }
                disk.advance()
            }
        }
    }

    /// The promises that the server has made to its phones so far.
    private struct Promise {
        var operationCount = 0
        var versions: [UUID: Int64] = [:]
        var cursor: Int64 = 0
    }

    private static let token = "a-token-of-this-test"

    /// Pushes as phones do, one record twice in its later version, with checkpoints and a second opening in between.
    private static func work(_ path: String) async throws -> ([Promise], UUID) {
        var promise = Promise()
        var promises: [Promise] = []
        var user: UUID?
        for opening in 0..<2 {
            let store = try SQLiteSyncStore(path: path)
            if user == nil {
                user = try await store.addUser(token: token)
                promise.operationCount = PowerCutDisk.acknowledge()
                promises.append(promise)
            }
            for round in 0..<3 {
                let records = [
                    Records.weight(70, version: Int64(opening * 3 + round + 1)),
                    Records.weight(71, id: Records.id(opening * 100 + round + 10)),
                ]
                _ = try await store.push(records, user: user!, receipt: nil)
                for record in records { promise.versions[record.id] = record.version }
                promise.operationCount = PowerCutDisk.acknowledge()
                promises.append(promise)
                if round == 1 { try await store.pool.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) } }
            }
            try await store.close()
        }
        return (promises, user!)
    }

    /// An error of an opening is a problem too.
    private static func problemOrError(_ path: String, _ promise: Promise?, _ user: UUID) async -> String? {
        do { return try await problem(path, promise, user) } catch { return "\(error)" }
    }

    private static func problem(_ path: String, _ promise: Promise?, _ user: UUID) async throws -> String? {
        let store = try SQLiteSyncStore(path: path)
        let integrity = try await store.pool.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") }
        guard integrity == "ok" else { return "the database is damaged: \(integrity ?? "no answer")" }
        if let promise {
            guard try await store.user(token: token) == user else { return "the user is gone" }
            let page = try await store.pull(user: user, cursor: 0, through: nil, limit: 1_000, receipt: nil)
            let versions = Dictionary(uniqueKeysWithValues: page.records.map { ($0.id, $0.version) })
            for (id, version) in promise.versions where versions[id] ?? 0 < version {
                return "version \(version) of \(id.lowercased) was accepted; there is \(versions[id] ?? 0)"
            }
        }
        try await store.close()
        return nil
    }
}
#endif
