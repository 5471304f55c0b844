import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

/// Tests of histories in which a record, an edit or its owner was once lost.
@Suite("Refusals, one after another")
struct StoreRefusalTests {
    private func refuse(
        _ copy: Vitals.Measurement, in store: MeasurementStore, features: String? = "base", account: String? = "a"
    ) throws {
        let rejection = Rejection(id: copy.id, version: copy.version, code: "no", detail: "no")
        _ = try store.apply(
            SyncResponse(Pushed(rejected: [rejection]), account: account, features: features), to: [copy],
            origin: "here")
    }

    private func accept(_ copy: Vitals.Measurement, in store: MeasurementStore, features: String = "base") throws {
        _ = try store.apply(
            SyncResponse(Pushed(acceptedIDs: [copy.id]), account: "a", features: features), to: [copy], origin: "here")
    }

    @Test("Two bad edits in a row still go back to what the server has")
    func twice() throws {
        let store = try makeStore()
        try store.upsertClean(weight(70))
        try refuse(try store.edit(uuid(1), value: 999), in: store)
        try refuse(try store.edit(uuid(1), value: 998), in: store)
        try expect(store.byId(uuid(1)), equals: weight(70))
    }

    @Test("A refusal that comes with new features stands, and the row goes back")
    func withNewFeatures() throws {
        let store = try makeStore()
        try store.upsertClean(weight(70))
        let bad = try store.edit(uuid(1), value: 999)
        try refuse(bad, in: store, features: "base")
        try refuse(try store.edit(uuid(1), value: 998), in: store, features: "base,more")
        try expect(store.byId(uuid(1)), equals: weight(70))
        try expect(store.rejected().count, equals: 1)
    }

    @Test("When the server refuses its own record too, the row goes and everything is read again")
    func baseRefused() throws {
        let store = try makeStore()
        _ = try store.receive([weight(70)], nextCursor: 5)
        try refuse(try store.edit(uuid(1), value: 999), in: store)
        try refuse(weight(70), in: store)
        try expect(store.byId(uuid(1)) == nil)
        try expect(store.cursor(), equals: 0)
        try expect(store.rejected().count, equals: 2)
    }

    @Test("A server of the base protocol is asked again for the record that a row went back to")
    func baseProtocol() throws {
        let store = try makeStore()
        _ = try store.receive([weight(70)], nextCursor: 5, account: nil)
        try refuse(try store.edit(uuid(1), value: 999), in: store, features: nil, account: nil)
        try expect(store.cursor(), equals: 0)
        _ = try store.receive([weight(70)], nextCursor: 5, account: nil)
        try expect(store.dirty().isEmpty)
    }

    @Test("An edit of this phone is still its own after a detour over a refusal, and a tie that it loses is shown")
    func ownEditLosesTie() throws {
        for detour in ["refused later edit", "sent again under new features"] {
            let store = try makeStore()
            try store.upsertClean(weight(70))
            let own = try store.edit(uuid(1), value: 71)
            if detour == "refused later edit" {
                try accept(own, in: store)
                try refuse(try store.edit(uuid(1), value: 999), in: store)
                try accept(own, in: store)
            } else {
                try refuse(own, in: store)
                try accept(weight(70), in: store, features: "base,more")
                try accept(own, in: store, features: "base,more")
            }
            try expect(store.dirty().isEmpty)
            var winner = own
            winner.value = 72
            winner.updatedAt = .max
            _ = try store.receive([winner], nextCursor: 9)
            try expect(store.conflicts().map(\.loser), equals: [own], "\(detour)")
        }
    }

    @Test("Rows that are dirty only because history was lost make no conflicts")
    func noFalseConflicts() throws {
        let store = try makeStore()
        _ = try store.receive([weight(70, version: 2)], nextCursor: 3)
        _ = try store.resetSyncState()
        _ = try store.receive([weight(71, version: 3)], nextCursor: 1)
        try expect(store.byId(uuid(1))?.value, equals: 71)
        try expect(store.conflicts().isEmpty)
    }

    @Test("What a server of the base protocol refused is sent again once the server names its features")
    func firstFeatures() throws {
        let store = try makeStore()
        let record = try store.add(kind: .weight, value: 80, unit: .kilograms, id: uuid(1))
        try refuse(record, in: store, features: nil, account: nil)
        try expect(store.dirty().isEmpty)
        _ = try store.apply(SyncResponse(Pushed(), account: "a", features: "base"), to: [], origin: "here")
        try expect(store.dirty(), equals: [record])
    }

    @Test("When refused copies are sent again, every edit of the person's that loses by it is shown as a conflict")
    func losersAmongRefused() throws {
        let store = try makeStore()
        try store.upsertClean(weight(70))
        let first = try store.edit(uuid(1), value: 801)
        try refuse(first, in: store)
        _ = try store.receive([weight(72, version: 3, updatedAt: 9_000)], nextCursor: 4)
        let second = try store.edit(uuid(1), value: 802)
        try refuse(second, in: store)
        try expect(store.rejected().map(\.measurement), equals: [second, first])
        _ = try store.apply(SyncResponse(Pushed(), account: "a", features: "base,more"), to: [], origin: "here")
        try expect(store.dirty(), equals: [second])
        try expect(store.rejected().isEmpty)
        try expect(store.conflicts().map(\.loser), equals: [first])
    }

    @Test("An edit that fixes one refused copy leaves the other refused copies of the record in sight")
    func fixesOneCopy() throws {
        let store = try makeStore()
        try store.upsertClean(weight(70))
        let first = try store.edit(uuid(1), value: 801)
        try refuse(first, in: store)
        _ = try store.receive([weight(72, version: 3, updatedAt: 9_000)], nextCursor: 4)
        try refuse(try store.edit(uuid(1), value: 802), in: store)
        let fix = try store.edit(uuid(1), value: 77)
        try expect(store.rejected().map(\.measurement), equals: [first])
        try accept(fix, in: store)
        try expect(store.rejected().map(\.measurement), equals: [first])
    }

    @Test("What was imported is nobody's edit: it makes no conflict, neither when it loses nor when it was refused")
    func importsMakeNoConflicts() throws {
        let store = try makeStore()
        var inSeconds = weight(70, updatedAt: 1_000)
        inSeconds.recordedAt = Timestamp(clamping: 500_000)
        var inMilliseconds = weight(70, updatedAt: 1_000)
        inMilliseconds.recordedAt = Timestamp(clamping: 500_123)
        _ = try store.importing { try $0.add(inSeconds) }
        _ = try store.receive([inMilliseconds], nextCursor: 1)
        try expect(store.byId(uuid(1)), equals: inMilliseconds)
        try expect(store.conflicts().isEmpty)

        let refused = weight(900, id: uuid(2))
        _ = try store.importing { try $0.add(refused) }
        try refuse(refused, in: store)
        _ = try store.receive([weight(80, id: uuid(2), version: 2)], nextCursor: 2)
        _ = try store.apply(SyncResponse(Pushed(), account: "a", features: "base,more"), to: [], origin: "here")
        try expect(store.byId(uuid(2))?.value, equals: 80)
        try expect(store.conflicts().isEmpty)
    }

    @Test("An edit of an imported sample is the person's own, and a conflict where it loses")
    func editOfImport() throws {
        let store = try makeStore()
        _ = try store.importing { try $0.add(weight(70)) }
        let edited = try store.edit(uuid(1), value: 71)
        _ = try store.receive([weight(72, version: 3)], nextCursor: 1)
        try expect(store.conflicts().map(\.loser), equals: [edited])
    }

    @Test("Nobody moves the store to another server while it syncs")
    func lock() throws {
        let directory = try TemporaryFolder()
        let (one, other) = (
            try makeStore(path: directory.path("vitals.sqlite")), try makeStore(path: directory.path("vitals.sqlite"))
        )
        try one.withSyncLock {
            #expect(throws: SyncError.self) { try other.withSyncLock {} }
        }
        try other.withSyncLock {}
        #if os(Linux)
        // A child process that is just being started has a copy of the descriptor.
        var copies: [Int32] = []
        try one.withSyncLock {
            let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter { name in
                let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
                return target == directory.path("vitals.sqlite-sync")
            }
            copies = open.compactMap { Int32($0) }.map { dup($0) }
        }
        defer { for copy in copies { close(copy) } }
        expect(copies.count, equals: 1)
        try other.withSyncLock {}
        #endif
    }
}
