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
@Suite("A disk that fails costs the server's file one error, and nothing else", .serialized)
struct ServerDiskFaultTests {
    @Test("a step that fails says why and changes nothing; it works once the disk does, in the same open store")
    func server() async {
        await #expect(processExitsWith: .success) {
            // An error that leaves this process would end it without a word.
            do { try await Self.failEverywhere() } catch is ExpectationFailedError {} catch { Issue.record(error) }
        }
    }

    private static func failEverywhere() async throws {
        FaultyDisk.start()
        FaultyDisk.mend()
        var expected: [String] = []
        let good = Worker()
        for number in Worker.steps.indices { expected.append(try await tables(of: good.perform(number))) }
        let count = FaultyDisk.operationCount
        try #require(count > 60, "\(count) operations")
        var failureCount = 0
        for (number, fault) in FaultyDisk.plan(operationCount: count) {
            let worker = Worker()
            FaultyDisk.fail(fault, fromOperation: number)
            for step in Worker.steps.indices {
                let place = "\(fault) from operation \(number) of \(count), \(Worker.steps[step].name)"
                do {
                    try await worker.perform(step)
                } catch {
                    failureCount += 1
                    try #require(FaultyDisk.hasFailed, "\(place): \(error)")
                    #expect(isClear(error, fault), "\(place): \(error)")
                    // What was there can be read while the disk still fails.
                    if let store = worker.store {
                        #expect(try await tables(of: store) == expected[step - 1], "\(place)")
                    }
                    FaultyDisk.mend()
                    try await worker.perform(step)
                }
                try #require(try await tables(of: worker.store!) == expected[step], "\(place)")
            }
            FaultyDisk.mend()
            let reopened = try await worker.perform(0)
            try #require(try await tables(of: reopened) == expected.last, "operation \(number), opened again")
            let integrity = try await reopened.pool.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") }
            try #require(integrity == "ok", "operation \(number)")
            try await reopened.close()
        }
        #expect(failureCount > count / 2, "\(failureCount) failures at \(count) operations")
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
            .write { try await $0.push((2...80).map { Records.weight(72, id: Records.id($0)) }, user: user) }
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

    private let folder = try! TemporaryFolder()
    private(set) var store: SQLiteSyncStore?

    @discardableResult
    func perform(_ number: Int) async throws -> SQLiteSyncStore {
        switch Self.steps[number].step {
        case .open:
            try await store?.close()
            store = nil
            // The same time at each step, whatever failed before.
            store = try SQLiteSyncStore(
                path: folder.path("server.sqlite"), migrations: .all, pushHook: .overwrittenNotes, now: { 1_000_000 })
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
