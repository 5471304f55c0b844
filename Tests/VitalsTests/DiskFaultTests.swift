#if os(macOS) || os(Linux)
import Foundation
import GRDB
import StepSupport
import TestSupport
import Testing

@testable import Vitals

/// Tests of the store on a disk that begins to fail at each of its operations in turn.
///
/// The work is done once on a good disk, and the content of every table is noted after each step. Then it's done again for
/// each operation: the disk fails from there on, and is mended after the first step that threw. The clock depends on the
/// step alone, so the tables have to be the same, whatever failed before.
@Suite("A disk that fails costs the store one error, and nothing else", .serialized)
struct DiskFaultTests {
    @Test("a step that fails says why and changes nothing; it works once the disk does, in the same open store")
    func device() async {
        await #expect(processExitsWith: .success) {
            // An error that leaves this process would end it without a word.
            do { try Self.failEverywhere() } catch is ExpectationFailedError {} catch { Issue.record(error) }
        }
    }

    private static func failEverywhere() throws {
        FaultyDisk.start()
        FaultyDisk.mend()
        var expected: [String] = []
        try Worker().run { _, store in expected.append(try tables(of: store)) }
        let count = FaultyDisk.operationCount
        try #require(count > 60, "\(count) operations")
        #expect(
            Set(expected).count == Worker.steps.count - Worker.idleStepCount, "each step that writes changes something")
        var failureCount = 0
        for (number, fault) in FaultyDisk.plan(operationCount: count) {
            let worker = Worker()
            FaultyDisk.fail(fault, fromOperation: number)
            try worker.run(
                onError: { error, name, step, store in
                    failureCount += 1
                    try #require(FaultyDisk.hasFailed, "\(fault) from operation \(number), \(name): \(error)")
                    #expect(
                        isClear(error, fault),
                        "\(fault) from operation \(number), \(name): \(String(reflecting: error))")
                    // What was there can be read while the disk still fails.
                    if let store, step > 0 {
                        #expect(
                            try tables(of: store) == expected[step - 1], "\(fault) from operation \(number), \(name)")
                    }
                    FaultyDisk.mend()
                },
                afterStep: { step, store in
                    try #require(
                        try tables(of: store) == expected[step], "\(fault) from operation \(number), step \(step)")
                })
            FaultyDisk.mend()
            let reopened = try worker.open()
            try #require(try tables(of: reopened) == expected.last, "\(fault) from operation \(number), opened again")
            let integrity = try reopened.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") }
            try #require(integrity == "ok", "operation \(number)")
        }
        #expect(failureCount > count / 2, "\(failureCount) failures at \(count) operations")
    }

    /// True if the error is the store's own, and its sentence names the fault and what to do.
    private static func isClear(_ error: any Error, _ fault: FaultyDisk.Fault) -> Bool {
        guard let error = error as? StoreError else { return false }
        return switch fault {
        case .full: error.code == .full && error.detail.contains("Free some space")
        case .readOnly: error.code == .readOnly && error.detail.contains("Check its permissions")
        case .failing, .unsynced: error.code == .failed && error.detail.contains("Check the disk")
        }
    }

    /// The content of all tables.
    private static func tables(of store: MeasurementStore) throws -> String {
        try store.read { database in
            let names = try String.fetchAll(
                database, sql: "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
            return try names.map { name in
                let rows = try Row.fetchAll(database, sql: "SELECT * FROM \"\(name)\"")
                return "\(name): " + rows.map { "\($0)" }.sorted().joined(separator: "\n")
            }.joined(separator: "\n")
        }
    }
}

/// A store's work in steps, each of which may be tried again.
private final class Worker {
    enum Step {
        case open
        case write(@Sendable (MeasurementStore) throws -> Void)
        /// Not a promise to anyone: the store makes checkpoints by itself, and what one can't copy stays in the log.
        case checkpoint(Database.CheckpointMode)
    }

    /// The checkpoints, and the second opening.
    static let idleStepCount = steps.count { if case .checkpoint = $0.step { true } else { false } } + 1

    static let steps: [(name: String, step: Step)] = [
        ("creating", .open),
        ("a new record", .write { try $0.upsert(weight(70)) }),
        ("an edit", .write { try $0.edit(uuid(1), value: 71) }),
        ("a page", .write { _ = try $0.receive((2...80).map { weight(72, id: uuid($0), version: 2) }, nextCursor: 3) }),
        ("a confirmation", .write { try $0.acknowledge($0.dirty()) }),
        ("a checkpoint", .checkpoint(.truncate)),
        ("an edit", .write { try $0.edit(uuid(5), value: 73) }),
        ("a conflict", .write { _ = try $0.receive([weight(74, id: uuid(5), version: 9)], nextCursor: 4) }),
        ("a deletion", .write { _ = try $0.delete(uuid(6)) }),
        ("a checkpoint", .checkpoint(.passive)),
        ("opening again", .open),
        ("a restored edit", .write { _ = try $0.restore(conflict: $0.conflicts()[0].id) }),
        ("a cursor", .write { try $0.setCursor(5) }),
    ]

    private let folder = try! TemporaryFolder()
    private let time = Locked<Int64>(1_781_940_600_000)

    func open() throws -> MeasurementStore {
        let time = time
        return try MeasurementStore(
            path: folder.path("vitals.sqlite"), clock: { Timestamp(clamping: time.withLock { $0 }) }, rules: .all)
    }

    /// Does all steps. Tries a step that threw once more after `onError`.
    func run(
        onError: (_ error: any Error, _ name: String, _ step: Int, _ store: MeasurementStore?) throws -> Void = {
            error, _, _, _ in throw error
        },
        afterStep: (Int, MeasurementStore) throws -> Void
    ) throws {
        var store: MeasurementStore?
        for (number, (name, step)) in Self.steps.enumerated() {
            time.withLock { $0 += 1_000 }
            do {
                try perform(step, &store)
            } catch {
                try onError(error, name, number, store)
                try perform(step, &store)
            }
            try afterStep(number, store!)
        }
    }

    private func perform(_ step: Step, _ store: inout MeasurementStore?) throws {
        switch step {
        case .open:
            store = nil
            store = try open()
        case .write(let body): try body(store!)
        case .checkpoint(let mode):
            do {
                try store!.writer.writeWithoutTransaction { _ = try $0.checkpoint(mode) }
            } catch is DatabaseError {}
        }
    }
}
#endif
