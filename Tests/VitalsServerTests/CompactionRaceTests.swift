import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsServer

/// Tests of compactions while devices sync, and of compactions that are killed.
@Suite("Compacting a log that is in use") struct CompactionRaceTests {
    private let user = DevelopmentUser.id

    @Test("Devices that push and pull meanwhile never hear of a lost history", arguments: StoreUnderTest.available)
    func besidePushes(_ kind: StoreUnderTest) async throws {
        try await kind.withCompactingStore { [user] store in
            let compacting = try #require(store.ability((any CompactingStore).self))
            let shared = (0..<5).map { _ in UUID() }
            let (pushing, removed) = (Locked(4), Locked(0))
            let receipts = try await withThrowingTaskGroup(of: [Receipt].self) { group in
                for device in 0..<4 as Range<Int> {
                    group.addTask {
                        defer { pushing.withLock { $0 -= 1 } }
                        var receipts: [Receipt] = []
                        for version in 1...60 as ClosedRange<Int64> {
                            let edit = record(shared[Int(version) % 5], value: 70 + Double(device), version: version)
                            _ = try await store.push([record()], user: user, receipt: receipts.last)
                            // The receipt names a row that the other devices' edits replace.
                            let outcome = try await store.push([edit], user: user, receipt: receipts.last)
                            // An edit that another device has beaten meanwhile wrote no row.
                            if let head = outcome.head { receipts.append(Receipt(head)) }
                            // So that much is pushed after the first rows were removed.
                            while version == 20, removed.withLock({ $0 }) == 0 { await Task.yield() }
                            guard let old = receipts.randomElement() else { continue }
                            let page = try await store.pull(
                                user: user, cursor: old.seq, through: nil, limit: 10, receipt: old)
                            expect(page.nextCursor >= old.seq)
                        }
                        return receipts
                    }
                }
                group.addTask {
                    while pushing.withLock({ $0 }) > 0 {
                        let count = try await compacting.compact().removedRowCount
                        removed.withLock { $0 += count }
                        await Task.yield()
                    }
                    return []
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            expect(receipts.count >= 60, "at least one device wrote each version")
            _ = try await compacting.compact()
            for receipt in receipts { try await expect(store.head(user: user, receipt: receipt) != nil) }
            let left = try await store.pull(user: user, cursor: 0, through: nil, limit: 1_000, receipt: nil).records
            expect(left.count, equals: 4 * 60 + shared.count)
            for id in shared {
                let winner = left.first { $0.id == id }
                let version = try #require((56...60).last { shared[$0 % 5] == id })
                expect(winner?.version == Int64(version) && winner?.value == 73, "the greatest of the four edits")
            }
        }
    }

    private func page(after cursor: Int64, of user: UUID, from store: any SyncStore) async throws -> PullOutcome? {
        let page = try await store.pull(user: user, cursor: cursor, through: nil, limit: 10_000, receipt: nil)
        return page.records.isEmpty ? nil : page
    }

    @Test("`vitals-server compact`, killed again and again, leaves every receipt good", .timeLimit(.minutes(5)))
    func killed() async throws {
        try await withTemporaryDirectory { [user] directory in
            let path = directory + "/vitals-server.sqlite"
            let file = try SQLiteSyncStore(
                path: path, migrations: .all, waitTimeout: .seconds(60))
            let store = CompactedSyncStore(file, compacted: file)
            let users = [user, try await store.addUser(token: "a-token-of-another")]
            // Three ranges of log numbers, so that a killed compaction has done some of them.
            var receipts: [(user: UUID, receipt: Receipt)] = []
            let ids = (0..<4_000).map { _ in UUID() }.sorted { $0.uuidString < $1.uuidString }
            for version in 1...6 as ClosedRange<Int64> {
                for user in users {
                    let outcome = try await store.push(
                        ids.map { record($0, version: version) }, user: user, receipt: nil)
                    receipts.append((user, Receipt(try #require(outcome.head))))
                }
            }
            var random = SplitMix64(seed: 16)
            var killedCount = 0
            for round in 0..<12 as Range<Int64> {
                let program = try RunningProgram("vitals-server", ["compact", "--data", directory])
                let outcome = try await store.push([record(ids[0], version: 7 + round)], user: user, receipt: nil)
                receipts.append((user, Receipt(try #require(outcome.head))))
                try await Task.sleep(for: .milliseconds(20 + Int.random(in: 0..<60, using: &random)))
                killedCount += program.kill() ? 1 : 0
                for (user, receipt) in receipts {
                    try await expect(store.head(user: user, receipt: receipt) != nil, "round \(round)")
                }
            }
            expect(killedCount > 0, "else every compaction had ended before")
            let whole = try await blocking {
                try RunningProgram("vitals-server", ["compact", "--data", directory]).finish(withinSeconds: 120)
            }
            expect(whole.status, equals: 0, "\(whole.errors)")
            for (user, receipt) in receipts { try await expect(store.head(user: user, receipt: receipt) != nil) }
            for user in users {
                try await expect(file.firstSuperseded(of: user, from: 0) == nil)
                var (cursor, left) = (Int64(0), 0)
                while let page = try await page(after: cursor, of: user, from: store) {
                    left += page.records.count
                    cursor = page.nextCursor
                }
                expect(left, equals: ids.count)
            }
            try await store.close()
        }
    }
}
