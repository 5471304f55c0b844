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
/// each operation: the disk fails from there on, and is mended after the first step that threw. The clock stands still, so
/// the tables have to be the same, whatever failed before.
@Suite("A disk that fails costs the store one error, and nothing else")
struct DiskFaultTests {
    @Test("a step that fails says why and changes nothing; it works once the disk does, in the same open store")
    func device() async throws {
        let folder = try TemporaryFolder()
        let disk = FaultyDisk(folder: folder.url.path)
        var expected: [String] = []
        let good = try Worker(in: folder.path("good"))
        for step in Worker.steps.indices { expected.append(try Self.tables(of: good.perform(step))) }
        let count = disk.operationCount
        try #require(count > 60, "\(count) operations")
        expect(
            Set(expected).count, equals: Worker.steps.count - Worker.idleStepCount,
            "a step that writes changes something")
        var failureCount = 0
        for (number, fault) in FaultyDisk.plan(operationCount: count) {
            // The store blocks; between two rounds, the tasks of other tests go on.
            await Task.yield()
            let place = folder.path("\(number)-\(fault)")
            let worker = try Worker(in: place)
            defer { try? FileManager.default.removeItem(atPath: place) }
            disk.fail(fault, fromOperation: number)
            for step in Worker.steps.indices {
                do {
                    try worker.perform(step)
                } catch {
                    failureCount += 1
                    let place = "\(fault) from operation \(number) of \(count), \(Worker.steps[step].name)"
                    try #require(disk.hasFailed, "\(place): \(error)")
                    expect(Self.isClear(error, fault), "\(place): \(String(reflecting: error))")
                    // What was there can be read while the disk still fails.
                    if let store = worker.store {
                        try expect(Self.tables(of: store), equals: expected[step - 1], "\(place)")
                    }
                    disk.mend()
                    try #require(try Self.tables(of: worker.perform(step)) == expected[step], "\(place)")
                }
            }
            disk.mend()
            try #require(try Self.tables(of: worker.store!) == expected.last, "\(fault) from operation \(number)")
            let reopened = try worker.perform(0)
            try #require(
                try Self.tables(of: reopened) == expected.last, "\(fault) from operation \(number), opened again")
            let integrity = try reopened.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") }
            try #require(integrity == "ok", "\(fault) from operation \(number)")
        }
        expect(failureCount > count / 2, "\(failureCount) failures at \(count) operations")
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
        ("a page", .write { _ = try $0.receive((2...40).map { weight(72, id: uuid($0), version: 2) }, nextCursor: 3) }),
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

    private let path: String
    private(set) var store: MeasurementStore?

    init(in folder: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        path = folder + "/vitals.sqlite"
    }

    /// Does a step. One that threw may be done again.
    @discardableResult
    func perform(_ number: Int) throws -> MeasurementStore {
        switch Self.steps[number].step {
        case .open:
            store = nil
            // The same time at each step, whatever failed before.
            let now = Timestamp(clamping: 1_781_940_600_000)
            store = try MeasurementStore(path: path, clock: { now }, rules: .all)
        case .write(let body): try body(store!)
        case .checkpoint(let mode):
            do {
                try store!.writer.writeWithoutTransaction { _ = try $0.checkpoint(mode) }
            } catch is DatabaseError {}
        }
        return store!
    }
}
#endif
