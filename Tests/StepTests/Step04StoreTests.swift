import Foundation
import GRDB
import StepSupport
import Testing
import Vitals

@Suite("Step 4: the local store")
struct Step04StoreTests {
    let clock = StepClock()
    let store: MeasurementStore

    init() throws { store = try Records.store(clock: clock) }

    // MARK: The tables

    @Test("an empty file becomes a store, and opening it again keeps its records")
    func migratesAnEmptyFile() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("vitals.sqlite")
        try Data().write(to: URL(filePath: path))
        for number in 1...3 {
            try Records.store(path: path).upsert(Records.weight(70, id: Records.id(number)))
        }
        let count = try Records.store(path: path).allByKind(.weight).count
        expect(
            count == 3,
            "The store was opened three times and stored one record each time; it has \(count). A migration must run once, and never clear a table."
        )
    }

    @Test("a store that's opened again still has its records, its dirty flags and its cursor")
    func survivesReopening() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("vitals.sqlite")
        let dirty = Records.weight(70)
        let clean = Records.weight(71, id: Records.id(2), version: 3)
        do {
            let store = try Records.store(path: path)
            try store.upsert(dirty)
            try store.upsertClean(clean)
            try store.setCursor(42)
        }
        let store = try Records.store(path: path)
        expect(try store.byId(dirty.id) == dirty, "The edited record should be there after opening again.")
        expect(try store.byId(clean.id) == clean, "The clean record should be there after opening again.")
        expect(try store.dirty() == [dirty], "After opening again, the one edit should be dirty, and nothing else.")
        let cursor = try store.cursor()
        expect(cursor == 42, "The cursor 42 was stored; after opening again it is \(cursor).")
    }

    @Test("once a method returns, what it stored survives a power cut")
    func survivesPowerLoss() throws {
        let folder = try TemporaryFolder()
        let running = try Records.store(path: folder.path("vitals.sqlite"))
        try running.upsert(Records.weight(70))
        try running.setCursor(7)
        // Copy the files while the program still runs: a machine would find them like this after a power cut.
        let after = try TemporaryFolder()
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.url.path) where !name.hasSuffix("-shm") {
            try FileManager.default.copyItem(atPath: folder.path(name), toPath: after.path(name))
        }
        let store = try Records.store(path: after.path("vitals.sqlite"))
        expect(
            try store.dirty() == [Records.weight(70)], "After the power cut, the edit should still be there, and dirty."
        )
        let cursor = try store.cursor()
        expect(cursor == 7, "The cursor 7 was stored before the power cut; after it, the cursor is \(cursor).")
        withExtendedLifetime(running) {}
    }

    @Test("after any actions in any order, the store holds what a plain dictionary would")
    func agreesWithADictionary() throws {
        try Cases(test: "Step04StoreTests/agreesWithADictionary()", step: 4, count: 80).check { generator in
            generator.list(1...8) { StoreAction.generated(by: &$0) }
        } shrink: { actions in
            Shrink.list(actions)
        } describe: { actions in
            actions.map(\.description).joined(separator: "; ")
        } holds: { actions in
            let clock = StepClock()
            let store = try Records.store(clock: clock)
            var model = StoreModel()
            for action in actions {
                clock.advance(byMilliseconds: 1)
                try action.run(on: store)
                model.apply(action, now: clock.now)
            }
            // Their order has tests of its own.
            func byID(_ records: [Vitals.Measurement]) -> [Vitals.Measurement] {
                records.sorted { $0.id.short < $1.id.short }
            }
            let (records, dirty) = try (byID(store.allByKind(.weight)), byID(store.dirty()))
            let cursor = try store.cursor()
            try Cases.expect(
                records == model.records,
                "After these actions the store should hold \(model.records.map(\.short)); it holds \(records.map(\.short))."
            )
            try Cases.expect(
                dirty == model.dirty,
                "After these actions these should be dirty: \(model.dirty.map(\.short)); dirty() gives \(dirty.map(\.short))."
            )
            try Cases.expect(cursor == model.cursor, "The cursor should be \(model.cursor); it is \(cursor).")
        }
    }

    // MARK: All or nothing

    @Test(
        "a crash between two statements leaves the store as it was", .serialized,
        arguments: Write.allCases.filter { $0 != .clearDirty })
    func crashLeavesNothingHalfDone(write: Write) throws {
        try crash(in: write)
        try fail(in: write)
    }

    @Test("a crash while clearDirty runs leaves every row dirty")
    func crashInClearDirty() throws {
        try crash(in: .clearDirty)
        try fail(in: .clearDirty)
        let many = try addMany(.steps)
        let last = many[many.count - 1].lowercased
        try execute(
            """
            CREATE TRIGGER last BEFORE UPDATE ON measurement WHEN old.id = '\(last)' BEGIN SELECT RAISE(ABORT, 'full'); END
            """)
        do {
            try store.clearDirty(many)
            Issue.record("The database refused to clear the last of \(many.count) rows, and clearDirty threw no error.")
            return
        } catch is StoreError {}
        let left = try store.dirty().count
        expect(
            left == many.count,
            """
            clearDirty got \(many.count) ids, and the database refused the last one. All of the rows should still be dirty, \
            and \(left) are: it's one transaction for all the ids.
            """)
    }

    /// Runs a method again and again, and makes the program crash before its first statement, its second, and so on.
    private func crash(in write: Write) throws {
        for writesBeforeCrash in 0... {
            let crashPoint = CrashPoint()
            let store = try Self.filled(crashPoint)
            let before = try Contents(of: store)
            crashPoint.arm(afterWrites: writesBeforeCrash)
            do {
                try write.run(on: store)
                guard !crashPoint.hasCrashed else {
                    Issue.record(
                        """
                        Statement \(writesBeforeCrash + 1) of \(write) threw an error, and \(write) returned as if all \
                        had gone well: the app says that an entry is saved, and it isn't. Let the error through. Is there \
                        a `try?`, or a `catch` that throws nothing?
                        """)
                    return
                }
                expect(
                    writesBeforeCrash > 0,
                    "\(write) changed the store without `tables.execute`. Every statement that writes has to go through it."
                )
                return
            } catch is CrashPoint.Crash {
                crashPoint.disarm()
                let after = try Contents(of: store)
                expect(
                    after == before,
                    "A crash after \(writesBeforeCrash) statements of \(write) left it half done: \(after) instead of \(before). Put all of it into one `write { }`."
                )
            }
            guard writesBeforeCrash < 50 else {
                Issue.record("\(write) takes more than 50 statements.")
                return
            }
        }
    }

    /// Runs a method on a database that refuses to change a row, as one on a full disk does.
    private func fail(in write: Write) throws {
        let store = try Self.filled(CrashPoint())
        for table in ["measurement", "sync_state"] {
            try store.write {
                try $0.execute(
                    """
                    CREATE TRIGGER full_\(table) BEFORE UPDATE ON \(table) BEGIN SELECT RAISE(ABORT, 'full'); END
                    """)
            }
        }
        let before = try Contents(of: store)
        do {
            try write.run(on: store)
            Issue.record("The database refused a statement of \(write), and \(write) threw no error. Let it through.")
        } catch is StoreError {}
        let after = try Contents(of: store)
        expect(after == before, "\(write) failed and left \(after) instead of \(before).")
    }

    private static func filled(_ crashPoint: CrashPoint) throws -> MeasurementStore {
        let store = try Records.store(crashPoint: crashPoint)
        try store.upsertClean(Records.weight(70, version: 2))
        for number in 2...4 { try store.upsert(Records.weight(70, id: Records.id(number))) }
        try store.setCursor(5)
        return store
    }

    enum Write: String, CaseIterable, CustomStringConvertible {
        case upsert, lateUpsert, upsertClean, edit, clearDirty, setCursor

        var description: String { rawValue }

        fileprivate func run(on store: MeasurementStore) throws {
            switch self {
            case .upsert: try store.upsert(Records.weight(71, version: 3))
            case .lateUpsert: try store.upsert(Records.weight(71))
            case .upsertClean: try store.upsertClean(Records.weight(71, id: Records.id(2), version: 3))
            case .edit: try store.edit(Records.id(1), value: 71)
            case .clearDirty: try store.clearDirty([2, 3, 4].map(Records.id))
            case .setCursor: try store.setCursor(6)
            }
        }
    }

    /// Everything that the methods of a store show of it, and the marks that step 8 will need.
    private struct Contents: Equatable, CustomStringConvertible {
        let records: [Vitals.Measurement]
        let dirty: [UUID]
        let cursor: Int64
        let own: [String]
        let bases: [String]

        init(of store: MeasurementStore) throws {
            records = try store.allByKind(.weight)
            dirty = try store.dirty().map(\.id)
            cursor = try store.cursor()
            own = try store.read { try String.fetchAll($0, sql: "SELECT id FROM measurement WHERE own ORDER BY id") }
            bases = try store.read { try String.fetchAll($0, sql: "SELECT version FROM base ORDER BY id") }
        }

        var description: String {
            let versions = records.map { "\($0.value) at version \($0.version)" }.joined(separator: ", ")
            return "[\(versions); \(dirty.count) dirty; \(own.count) own; \(bases.count) with a base; cursor \(cursor)]"
        }
    }
}
