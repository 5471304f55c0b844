import Foundation
import TestSupport
import Testing
import Vitals
import VitalsServer

/// Tests of rules 2 to 4 of `SyncStore`, and of its users.
@Suite("Conformance of the stores: users and history") struct SyncStoreUserConformance {
    private let user = DevelopmentUser.id

    @Test("Rule 3: two users hold one record id and never notice", arguments: StoreUnderTest.available)
    func isolation(_ kind: StoreUnderTest) async throws {
        try await kind.withStore { [user] store in
            let other = try await store.addUser(token: "other-token")
            let mine = record(value: 70, version: 5)
            let theirs = record(mine.id, value: 90, version: 1)
            _ = try await store.push([mine], user: user, receipt: nil)
            let pushed = try await store.push([theirs], user: other, receipt: nil)
            expect(pushed.acceptedIDs, equals: [mine.id])
            try await expect(
                store.pull(user: user, cursor: 0, through: nil, limit: 9, receipt: nil).records, equals: [mine])
            try await expect(
                store.pull(user: other, cursor: 0, through: nil, limit: 9, receipt: nil).records, equals: [theirs])
            let theirRow = Receipt(try #require(try await store.head(user: other, receipt: nil)))
            await #expect(throws: SyncStoreError.historyLost) { try await store.head(user: user, receipt: theirRow) }
        }
    }

    @Test("Rule 4: a receipt that is not the user's own stops the call", arguments: StoreUnderTest.available)
    func receipts(_ kind: StoreUnderTest) async throws {
        try await kind.withStore { [user] store in
            let other = try await store.addUser(token: "other-token")
            let head = try #require(try await store.push([record()], user: user, receipt: nil).head)
            let theirs = try #require(try await store.push([record()], user: other, receipt: nil).head)
            let own = Receipt(head)
            _ = try await store.pull(user: user, cursor: 0, through: nil, limit: 9, receipt: own)
            let wrong = [Receipt(theirs), Receipt(seq: own.seq, tag: "00")!, Receipt(seq: 1 << 50, tag: own.tag)!]
            for receipt in wrong {
                await #expect(throws: SyncStoreError.historyLost) {
                    try await store.push([record()], user: user, receipt: receipt)
                }
                await #expect(throws: SyncStoreError.historyLost) {
                    try await store.pull(user: user, cursor: 0, through: nil, limit: 9, receipt: receipt)
                }
                await #expect(throws: SyncStoreError.historyLost) {
                    try await store.head(user: user, receipt: receipt)
                }
            }
            try await expect(store.head(user: user, receipt: own), equals: head, "a refused push wrote something")
        }
    }

    @Test("Users are seeded, added once a token, counted and deleted whole", arguments: StoreUnderTest.available)
    func users(_ kind: StoreUnderTest) async throws {
        try await kind.withStore { [user] store in
            try await expect(store.user(token: DevelopmentUser.token), equals: user)
            try await expect(store.user(token: "nobody") == nil)
            let added = try await store.addUser(token: "added-token")
            try await expect(store.user(token: "added-token"), equals: added)
            await #expect(throws: SyncStoreError.tokenTaken) { try await store.addUser(token: "added-token") }
            _ = try await store.push([record(), record()].sortedByID, user: added, receipt: nil)
            let expected = [UserSummary(id: user, recordCount: 0), UserSummary(id: added, recordCount: 2)]
            expect(Set(try await store.users()), equals: Set(expected))
            try await expect(store.deleteUser(added))
            try await expect(store.deleteUser(added) == false)
            try await expect(store.user(token: "added-token") == nil)
            await #expect(throws: SyncStoreError.unknownUser) {
                try await store.push([record()], user: added, receipt: nil)
            }
            await #expect(throws: SyncStoreError.unknownUser) {
                try await store.pull(user: added, cursor: 0, through: nil, limit: 9, receipt: nil)
            }
            try await store.checkReadiness()
        }
    }

    @Test("A user who is deleted only if empty keeps every record", arguments: StoreUnderTest.available)
    func emptyUser(_ kind: StoreUnderTest) async throws {
        try await kind.withStore { [user] store in
            let added = try await store.addUser(token: "added-token")
            _ = try await store.push([record()], user: added, receipt: nil)
            await #expect(throws: SyncStoreError.hasRecords) { try await store.deleteUser(added, ifEmpty: true) }
            try await expect(store.users().contains(UserSummary(id: added, recordCount: 1)))
            try await expect(store.deleteUser(user, ifEmpty: true))
            try await expect(store.deleteUser(user, ifEmpty: true) == false)
            try await expect(store.users().map(\.id), equals: [added], "somebody else was deleted")
        }
    }

    @Test("A log number is never handed out twice, also when its row is gone", arguments: StoreUnderTest.available)
    func numbersAreNotReused(_ kind: StoreUnderTest) async throws {
        try await kind.withStore { [user] store in
            let other = try await store.addUser(token: "other-token")
            let gone = try #require(try await store.push([record()], user: other, receipt: nil).head)
            _ = try await store.deleteUser(other)
            let next = try #require(try await store.push([record()], user: user, receipt: nil).head)
            expect(next.seq > gone.seq)
        }
    }

    @Test(
        "Rule 2: a puller that follows the cursor misses nothing of many pushers", arguments: StoreUnderTest.available)
    func nothingIsSkipped(_ kind: StoreUnderTest) async throws {
        try await kind.withStore { [user] store in
            let (pushers, batches, size) = (8, 10, 5)
            let seen = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<pushers {
                    group.addTask {
                        for _ in 0..<batches {
                            let batch = (0..<size).map { _ in record() }.sortedByID
                            _ = try await store.push(batch, user: user, receipt: nil)
                        }
                        return 0
                    }
                }
                group.addTask {
                    var ids: Set<UUID> = []
                    var cursor: Int64 = 0
                    while true {
                        // Asked before the page: an empty page after the last push means the end.
                        let total = pushers * batches * size
                        let isDone = try await store.users().contains { $0.recordCount == total }
                        let page = try await store.pull(
                            user: user, cursor: cursor, through: nil, limit: 7, receipt: nil)
                        ids.formUnion(page.records.map(\.id))
                        cursor = page.nextCursor
                        if isDone, page.records.isEmpty { break }
                    }
                    return ids.count
                }
                return try await group.reduce(0, +)
            }
            expect(seen, equals: pushers * batches * size)
        }
    }
}
