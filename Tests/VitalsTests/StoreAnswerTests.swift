import Foundation
import TestSupport
import Testing
import Vitals

@Suite("What the server's answers do to the store")
struct StoreAnswerTests {
    @Test("An acknowledgement clears the copy that was pushed and no later edit, also one that went back (A, B, A)")
    func versionedAcknowledgement() throws {
        let store = try makeStore()
        let pushed = try store.add(kind: .weight, value: 70, unit: .kilograms, id: uuid(1))
        try store.edit(uuid(1), value: 71)
        let edited = try store.edit(uuid(1), value: 70)
        try store.acknowledge([pushed])
        try expect(store.dirty(), equals: [edited])
        try store.acknowledge([edited])
        try expect(store.dirty().isEmpty)
    }

    @Test("A pulled record is adopted when it wins, healed when it loses to a clean row, clean when it is equal")
    func mergeRemote() throws {
        let store = try makeStore()
        try store.upsertClean(weight(70, id: uuid(1), version: 2))
        try store.upsertClean(weight(70, id: uuid(2), version: 2))
        try store.upsert(weight(70, id: uuid(3), version: 2))
        let applied = try store.receive(
            [
                weight(71, id: uuid(1), version: 3), weight(71, id: uuid(2), version: 1),
                weight(70, id: uuid(3), version: 2), weight(75, id: uuid(4)),
            ], nextCursor: 9)
        expect(applied.adoptedCount, equals: 2)
        try expect(store.byId(uuid(1))?.value, equals: 71)
        try expect(store.dirty(), equals: [weight(70, id: uuid(2), version: 2)], "the clean row heals the server")
        try expect(store.byId(uuid(4)), equals: weight(75, id: uuid(4)))
        try expect(store.cursor(), equals: 9)
    }

    @Test("A dirty record that loses goes to conflicts, and a restore is a new edit that wins")
    func conflicts() throws {
        let store = try makeStore()
        try store.upsert(weight(70, version: 2))
        let applied = try store.receive([weight(71, version: 3)], nextCursor: 1)
        expect(applied.conflictCount, equals: 1)
        let conflict = try #require(try store.conflicts().first)
        expect(conflict.loser, equals: weight(70, version: 2))
        expect(conflict.winner, equals: weight(71, version: 3))
        let restored = try store.restore(conflict: conflict.id)
        expect(restored.value == 70 && restored.version == 4)
        try expect(store.dirty(), equals: [restored])
        try expect(store.conflicts().isEmpty)
        #expect(throws: StoreError.self) { try store.restore(conflict: conflict.id) }
    }

    @Test("A refusal moves only the copy that was pushed; the row goes back to what the server had")
    func rejection() throws {
        let store = try makeStore()
        try store.upsertClean(weight(70))
        let bad = try store.edit(uuid(1), value: 999)
        let answer = SyncResponse(
            Pushed(rejected: [Rejection(id: uuid(1), version: bad.version, code: "out_of_bounds", detail: "no")]),
            account: "a")
        _ = try store.apply(answer, to: [bad], origin: "here")
        try expect(store.byId(uuid(1)), equals: weight(70))
        try expect(store.isDirty(uuid(1)))
        try expect(store.rejected().map(\.measurement), equals: [bad])

        let fix = try store.edit(uuid(1), value: 72)
        expect(fix.version, equals: bad.version + 1)
        try expect(store.rejected().isEmpty)
        _ = try store.apply(answer, to: [bad], origin: "here")
        try expect(store.byId(uuid(1)), equals: fix, "a late refusal of the old copy leaves the fix alone")
    }

    @Test("A refused new record vanishes from the rows and can be fixed")
    func rejectedNewRecord() throws {
        let store = try makeStore()
        let bad = try store.add(kind: .weight, value: 999, unit: .kilograms, id: uuid(1))
        let rejection = Rejection(id: uuid(1), version: 1, code: "no", detail: "no")
        _ = try store.apply(rejection, of: bad, account: "a", origin: "here")
        try expect(store.byId(uuid(1)) == nil)
        try expect(store.rejected().count, equals: 1)
        let fix = try store.edit(uuid(1), value: 99)
        expect(fix.version, equals: 2)
        try expect(store.dirty(), equals: [fix])
    }

    @Test("When the server's features change, what it refused is dirty again")
    func features() throws {
        let store = try makeStore()
        let record = try store.add(kind: .weight, value: 80, unit: .kilograms, id: uuid(1))
        _ = try store.apply(
            SyncResponse(
                Pushed(rejected: [Rejection(id: uuid(1), version: 1, code: "unknown_kind", detail: "")]), account: "a",
                features: "base"), to: [record], origin: "here")
        try expect(store.dirty().isEmpty)
        _ = try store.apply(SyncResponse(Pushed(), account: "a", features: "base,symptom"), to: [], origin: "here")
        try expect(store.dirty(), equals: [record])
        try expect(store.rejected().isEmpty)
    }

    @Test("An answer of another account or server changes nothing")
    func foreignAnswers() throws {
        let store = try makeStore()
        _ = try store.receive([], nextCursor: 1)
        for (account, origin) in [("b", "here"), (nil, "here"), ("a", "there")] {
            let applied = try store.apply(
                SyncResponse(Pulled(records: [weight(1)], nextCursor: 5), account: account),
                askedWith: try store.syncState(), origin: origin)
            expect(applied.isSuperseded)
        }
        try expect(store.byId(uuid(1)) == nil)
        try expect(store.cursor(), equals: 1)
    }

    @Test("A page is refused when the store has moved on since it was asked for")
    func supersededPage() throws {
        let store = try makeStore()
        let asked = try store.syncState()
        _ = try store.receive([weight(70)], nextCursor: 3)
        let applied = try store.apply(
            SyncResponse(Pulled(records: [], nextCursor: 1), account: "a"), askedWith: asked, origin: "here")
        expect(applied.isSuperseded)
        try expect(store.cursor(), equals: 3)
    }

    @Test("Forgetting history marks every row dirty and forgets cursor and receipt, in one transaction")
    func resetSyncState() throws {
        let store = try makeStore()
        _ = try store.apply(
            SyncResponse(Pulled(records: [weight(70)], nextCursor: 3), account: "a", receipt: Receipt("3.ab")),
            askedWith: try store.syncState(), origin: "here")
        try expect(store.syncState().receipt, equals: Receipt("3.ab"))
        _ = try store.resetSyncState()
        try expect(store.dirty(), equals: [weight(70)])
        try expect(store.syncState().cursor, equals: 0)
        try expect(store.syncState().receipt == nil)
        try expect(store.syncState().account, equals: "a")
    }

    @Test("A crash before any statement of an answer leaves the store as it was before all of them")
    func crashes() throws {
        struct Crash: Error {}
        for crashAt in 1... {
            let writes = Locked<Int?>(nil)
            let store = try makeStore(beforeWrite: {
                try writes.withLock { count in
                    guard let left = count else { return }
                    if left == 0 { throw Crash() }
                    count = left - 1
                }
            })
            try store.upsert(weight(70, version: 2))
            let before = try store.syncState()
            writes.withLock { $0 = crashAt - 1 }
            do {
                _ = try store.receive([weight(71, version: 3), weight(72, id: uuid(2))], nextCursor: 4)
                expect(crashAt > 5, "the page takes several statements")
                break
            } catch is Crash {
                try expect(store.syncState(), equals: before)
                try expect(store.dirty(), equals: [weight(70, version: 2)])
                try expect(store.byId(uuid(2)) == nil)
                try expect(store.conflicts().isEmpty)
            }
        }
    }

    @Test("An import merges, never lowers a version, keeps its anchor with its records, and forgets both on error")
    func importing() throws {
        struct Stop: Error {}
        let store = try makeStore()
        try store.upsertClean(weight(70, version: 4))
        let first = try store.importing { transaction in
            try transaction.add(weight(60, version: 1))
            try transaction.add(weight(61, id: uuid(2)))
            try transaction.setAnchor(HealthAnchor(rawValue: "x"), source: "export")
        }
        expect(first.report.addedCount == 1 && first.report.presentCount == 1)
        try expect(store.byId(uuid(1))?.version, equals: 4)
        try expect(store.anchor(source: "export")?.rawValue, equals: "x")
        #expect(throws: Stop.self) {
            _ = try store.importing { transaction in
                try transaction.add(weight(62, id: uuid(3)))
                try transaction.setAnchor(HealthAnchor(rawValue: "y"), source: "export")
                throw Stop()
            }
        }
        try expect(store.byId(uuid(3)) == nil)
        try expect(store.anchor(source: "export")?.rawValue, equals: "x")
    }
}
