#if os(macOS) || os(Linux)
import Foundation
import GRDB
import StepSupport
import TestSupport
import Testing
import Vitals

@testable import VitalsServer

/// Tests of the server's file on a disk that begins to fail at each of its operations in turn; see `DiskFaultTests`, which
/// does the same to a phone's.
@Suite("A disk that fails costs the server's file one error, and nothing else")
struct ServerDiskFaultTests {
    @Test("a step that fails says why and changes nothing; it works once the disk does, in the same open store")
    func server() async throws {
        let folder = try TemporaryFolder()
        let disk = FaultyDisk(folder: folder.url.path)
        var expected: [String] = []
        let good = try Worker(in: folder.path("good"))
        for step in Worker.steps.indices { expected.append(try await Self.tables(of: good.perform(step))) }
        let count = disk.operationCount
        try #require(count > 60, "\(count) operations")
        var failureCount = 0
        for (number, fault) in FaultyDisk.plan(operationCount: count) {
            let place = folder.path("\(number)-\(fault)")
            let worker = try Worker(in: place)
            defer { try? FileManager.default.removeItem(atPath: place) }
            disk.fail(fault, fromOperation: number)
            for step in Worker.steps.indices {
                do {
                    try await worker.perform(step)
                } catch {
                    failureCount += 1
                    let place = "\(fault) from operation \(number) of \(count), \(Worker.steps[step].name)"
                    try #require(disk.hasFailed, "\(place): \(error)")
                    expect(Self.isClear(error, fault), "\(place): \(error)")
                    // What was there can be read while the disk still fails.
                    if let store = worker.store {
                        try await expect(Self.tables(of: store), equals: expected[step - 1], "\(place)")
                    }
                    disk.mend()
                    try #require(try await Self.tables(of: worker.perform(step)) == expected[step], "\(place)")
                }
            }
            disk.mend()
            let store = try #require(worker.store)
            try #require(try await Self.tables(of: store) == expected.last, "\(fault) from operation \(number)")
            let integrity = try await store.pool.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") }
            try #require(integrity == "ok", "\(fault) from operation \(number)")
            try await store.close()
        }
        expect(failureCount > count / 2, "\(failureCount) failures at \(count) operations")
    }

    /// True if a phone gets 503 for it, and the log says what to do.
    private static func isClear(_ error: any Error, _ fault: FaultyDisk.Fault) -> Bool {
        guard case SyncStoreError.unusable(let message) = error else { return false }
        return switch fault {
        case .full: message.contains("is full; free some space")
        case .readOnly: message.contains("is read-only; check its permissions")
        case .failing, .unsynced: message.contains("check the disk")
        }
    }

    /// The content of all tables.
    private static func tables(of store: SQLiteSyncStore) async throws -> String {
        try await store.pool.read { db in
            let names = try String.fetchAll(
                db, sql: "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
            return try names.map { name in
                let rows = try Row.fetchAll(db, sql: "SELECT * FROM \"\(name)\"")
                return "\(name): " + rows.map { "\($0)" }.sorted().joined(separator: "\n")
            }.joined(separator: "\n")
        }
    }
}

/// A server's work in steps, each of which may be tried again.
private final class Worker {
    enum Step {
        case open
        case write(@Sendable (SQLiteSyncStore) async throws -> Void)
        /// Not a promise to anyone: SQLite makes checkpoints by itself, and what one can't copy stays in the log.
        case checkpoint(Database.CheckpointMode)
    }

    static let user = DevelopmentUser.id

    static let steps: [(name: String, step: Step)] = [
        ("opening", .open),
        ("a push", .write { try await $0.push([Records.weight(70)], user: user) }),
        ("a greater version", .write { try await $0.push([Records.weight(71, version: 2)], user: user) }),
        (
            "a large push",
            .write { try await $0.push((2...40).map { Records.weight(72, id: Records.id($0)) }, user: user) }
        ),
        ("a code", .write { try await $0.addCode("ABCD", of: user) }),
        ("a checkpoint", .checkpoint(.truncate)),
        ("a paired device", .write { try await $0.exchange("ABCD") }),
        ("a shorter log", .write { _ = try await $0.compact(range: 0, of: user) }),
        ("a checkpoint", .checkpoint(.passive)),
        ("opening again", .open),
        ("a push", .write { try await $0.push([Records.weight(73, version: 3)], user: user) }),
        ("a deleted user", .write { _ = try await $0.deleteUser(user, ifEmpty: false) }),
        ("the erasing of the remains", .write { try await $0.eraseRemains() }),
    ]

    private let path: String
    private(set) var store: SQLiteSyncStore?

    init(in folder: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        path = folder + "/server.sqlite"
    }

    @discardableResult
    func perform(_ number: Int) async throws -> SQLiteSyncStore {
        switch Self.steps[number].step {
        case .open:
            try await store?.close()
            store = nil
            // The same time and tag at each step, whatever failed before.
            store = try SQLiteSyncStore(
                path: path, migrations: .all, pushHooks: [.overwrittenNotes], now: { 1_000_000 }, makeTag: { 7 })
        case .write(let body): try await body(store!)
        case .checkpoint(let mode):
            do {
                try await store!.pool.writeWithoutTransaction { _ = try $0.checkpoint(mode) }
            } catch is DatabaseError {}
        }
        return store!
    }
}

extension SQLiteSyncStore {
    fileprivate func push(_ records: [Vitals.Measurement], user: UUID) async throws {
        let outcome = try await push(PushBatch(records), user: user, receipt: nil)
        guard outcome.acceptedIDs.count == records.count else {
            throw ProgramError("a push was not accepted: \(outcome)")
        }
    }

    fileprivate func addCode(_ code: String, of user: UUID) async throws {
        try await addPairingCode(
            SecretHash(code), user: user, expiresAt: Timestamp(clamping: 2_000_000), now: Timestamp(clamping: 1_000_000)
        )
    }

    fileprivate func exchange(_ code: String) async throws {
        var device = NewDeviceToken(hash: SecretHash("token"), name: "phone")
        device.id = Records.id(1)
        guard try await exchangePairingCode(SecretHash(code), for: device, now: Timestamp(clamping: 1_500_000)) != nil
        else {
            throw ProgramError("the code was not known")
        }
    }
}
#endif
