import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

@Suite("Changes of the store", .timeLimit(.minutes(5)))
struct StoreChangesTests {
    @Test("each transaction that changed something is told, and those that nobody looked at fall together")
    func told() async throws {
        let store = try makeStore()
        var changes = store.changes().makeAsyncIterator()
        for number in 1...3 { try store.upsert(weight(70, id: uuid(number))) }
        await expect(changes.next() != nil)
        try store.acknowledge([weight(70)])
        await expect(changes.next() != nil)
    }

    @Test("what failed and what only read is not told")
    func silence() async throws {
        let store = try makeStore()
        let told = Locked(0)
        let changes = store.changes()
        let listening = Task { for await _ in changes { told.withLock { $0 += 1 } } }
        _ = try store.list()
        #expect(throws: StoreError.self) { try store.dismiss(conflict: 9) }
        #expect(throws: CancellationError.self) {
            try store.importing { transaction in
                try transaction.add(weight(70))
                throw CancellationError()
            }
        }
        listening.cancel()
        await listening.value
        expect(told.withLock { $0 }, equals: 0)
    }

    @Test("a page that a sync brings is told as well, on a file and in memory", arguments: [true, false])
    func sync(isFile: Bool) async throws {
        let folder = try TemporaryFolder()
        let store = try makeStore(path: isFile ? folder.path("store.sqlite") : ":memory:")
        var changes = store.changes().makeAsyncIterator()
        _ = try store.receive([weight(70)], nextCursor: 1)
        await expect(changes.next() != nil)
        try expect(store.list().count, equals: 1)
    }

    @Test("the kinds are listed once each, unknown ones too")
    func kinds() throws {
        let store = try makeStore()
        try expect(store.kinds(), equals: [])
        for (number, name) in ["WEIGHT", "STEPS", "WEIGHT", "BLOOD", "e\u{301}"].enumerated() {
            var record = weight(70, id: uuid(number))
            record.kind = MetricKind(rawValue: name)
            try store.upsertClean(record)
        }
        try expect(store.kinds().map(\.rawValue), equals: ["BLOOD", "STEPS", "WEIGHT", "e\u{301}"])
    }
}
