import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsServer

/// Tests of what every store must note about overwritten versions; the numbers are those of `OverwrittenNotes`.
@Suite("Notes of overwritten versions, in all stores") struct OverwrittenStoreConformance {
    private let user = DevelopmentUser.id

    @Test(
        "Rule 1: only a record that replaces another one than its origin notes it", arguments: StoreUnderTest.available)
    func notesWhatWasNotSeen(_ kind: StoreUnderTest) async throws {
        try await kind.withStore(notesOverwritten: true) { [user] store in
            let first = record()
            try await store.push(first, from: .none, user: user)
            try await expect(store.notes(first.id, user: user).isEmpty)
            let second = record(first.id, value: 71, version: 2)
            try await store.push(second, from: RecordVersion(first), user: user)
            try await expect(store.notes(first.id, user: user).isEmpty, "its author had seen version 1")
            let third = record(first.id, value: 72, version: 3)
            try await store.push(third, from: RecordVersion(first), user: user)
            let notes = try await store.notes(first.id, user: user)
            expect(notes.copies == [RecordVersion(second)] && notes.through == nil)
        }
    }

    @Test("Rule 1: a new record that replaces one of the same id notes it", arguments: StoreUnderTest.available)
    func notesBelowNew(_ kind: StoreUnderTest) async throws {
        try await kind.withStore(notesOverwritten: true) { [user] store in
            let first = record()
            try await store.push(first, from: .none, user: user)
            try await store.push(record(first.id, value: 73, version: 2), from: .none, user: user)
            try await expect(store.notes(first.id, user: user).copies, equals: [RecordVersion(first)])
        }
    }

    @Test("Rule 2: notes pass to later versions, and collapse above sixteen", arguments: StoreUnderTest.available)
    func notesPass(_ kind: StoreUnderTest) async throws {
        try await kind.withStore(notesOverwritten: true) { [user] store in
            let id = UUID()
            var last = record(id)
            try await store.push(last, from: .none, user: user)
            for version in 2...Int64(OverwrittenVersions.maximumCopyCount + 1) {
                last = record(id, value: Double(version), version: version)
                try await store.push(last, from: .none, user: user)
            }
            try await expect(store.notes(id, user: user).copies.count, equals: OverwrittenVersions.maximumCopyCount)
            try await store.push(record(id, value: 99, version: last.version + 1), from: .none, user: user)
            let notes = try await store.notes(id, user: user)
            expect(notes.copies.isEmpty && notes.through == last.version)
        }
    }

    @Test("Rule 3: an accepted deletion leaves the greatest version only", arguments: StoreUnderTest.available)
    func deletionCollapses(_ kind: StoreUnderTest) async throws {
        try await kind.withStore(notesOverwritten: true) { [user] store in
            let first = record()
            try await store.push(first, from: .none, user: user)
            let deletion = record(first.id, version: 2).asDeletion
            try await store.push(deletion, from: .none, user: user)
            let notes = try await store.notes(first.id, user: user)
            expect(notes.copies.isEmpty && notes.through == 1)
        }
    }

    @Test(
        "Rule 4: a record without an origin notes nothing, and keeps what was noted",
        arguments: StoreUnderTest.available)
    func withoutOrigin(_ kind: StoreUnderTest) async throws {
        try await kind.withStore(notesOverwritten: true) { [user] store in
            let first = record()
            try await store.push(first, from: .none, user: user)
            let second = record(first.id, value: 71, version: 2)
            try await store.push(second, from: .none, user: user)
            _ = try await store.push([record(first.id, value: 72, version: 3)], user: user, receipt: nil)
            try await expect(store.notes(first.id, user: user).copies, equals: [RecordVersion(first)])
        }
    }

    @Test("The response to a push that lost has the notes of the greater record", arguments: StoreUnderTest.available)
    func staleHasNotes(_ kind: StoreUnderTest) async throws {
        try await kind.withStore(notesOverwritten: true) { [user] store in
            let first = record()
            try await store.push(first, from: .none, user: user)
            try await store.push(record(first.id, value: 71, version: 3), from: .none, user: user)
            let outcome = try await store.push(record(first.id, value: 70, version: 2), from: .none, user: user)
            expect(outcome.stale.count, equals: 1)
            expect(outcome.overwritten[first.id]?.copies, equals: [RecordVersion(first)])
        }
    }

    @Test("Notes are a user's own, and go with the user", arguments: StoreUnderTest.available)
    func notesAreOfOneUser(_ kind: StoreUnderTest) async throws {
        try await kind.withStore(notesOverwritten: true) { [user] store in
            let other = try await store.addUser(token: "another-token")
            let first = record()
            for user in [user, other] {
                try await store.push(first, from: .none, user: user)
            }
            try await store.push(record(first.id, version: 2), from: .none, user: other)
            try await expect(store.notes(first.id, user: user).isEmpty)
            try await expect(!store.notes(first.id, user: other).isEmpty)
            try await expect(store.deleteUser(other))
            try await expect(store.notes(first.id, user: other).isEmpty)
        }
    }

    @Test(
        "What an older server took as deleted, with its value, is erased before this one listens",
        arguments: StoreUnderTest.available)
    func eraseOnUpgrade(_ kind: StoreUnderTest) async throws {
        try await kind.withStore(notesOverwritten: true) { [user] store in
            let full = record(value: 72, version: 4, extra: .deletion)
            let (proper, live) = (record(version: 2).asDeletion, record())
            let marked = record(extra: UnknownMembers(members: [.init("deleted", .bool(false))]))
            _ = try await store.push([full, proper, live, marked].sortedByID, user: user, receipt: nil)
            for _ in 0..<2 { try await ServerFeature.deletes.prepare(store) }
            let held = try await store.pull(user: user, cursor: 0, through: nil, limit: 10, receipt: nil).records
            expect(Set(held.map(\.id)), equals: [full.id, proper.id, live.id, marked.id])
            for kept in [proper, live] { expect(held.contains(kept)) }
            let unmarked = try #require(held.first { $0.id == marked.id })
            expect(unmarked.version == 2 && unmarked.extra == .empty && unmarked.value == marked.value)
            let erased = try #require(held.first { $0.id == full.id })
            expect(erased.version == 5 && erased == erased.asDeletion)
            expect(erased.updatedAt, equals: full.updatedAt.advanced(byMilliseconds: 1))
        }
    }
}

extension SyncStore {
    @discardableResult
    fileprivate func push(
        _ record: Vitals.Measurement, from origin: RecordVersion, user: UUID
    ) async throws -> PushOutcome {
        try await push(PushBatch([record], editedFrom: [record.id: origin]), user: user, receipt: nil)
    }

    fileprivate func notes(_ id: UUID, user: UUID) async throws -> OverwrittenVersions {
        try await #require(ability((any OverwrittenStore).self)).overwritten([id], user: user)[id]
            ?? OverwrittenVersions()
    }
}
