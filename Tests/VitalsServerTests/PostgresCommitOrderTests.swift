import Foundation
import TestSupport
import Testing
import Vitals
import VitalsServer

/// Tests of invariant 2 of `SyncStore`: after a pull has seen n, no later pull finds a record below n.
@Suite(
    "Commit order on PostgreSQL", .serialized,
    .enabled(if: PostgresTestDatabase.isAvailable, "\(PostgresTestDatabase.hint)"))
struct PostgresCommitOrderTests {
    /// Uses two stores in place of two servers, because within a single store the semaphore alone would keep the order.
    @Test("Many pushers of one user on two servers, and a puller that follows the cursor: 12 000 records, none skipped")
    func noneSkipped() async throws {
        try await withPostgresStore(poolSize: 5) { store, url in
            let other = try await PostgresSyncStore(url: url, poolSize: 5, waitTimeout: .seconds(60))
            let missing = try await missedRecords(stores: [store, other], pushers: 16, batches: 30, batchSize: 25)
            expect(
                missing, equals: 0,
                "The puller skipped \(missing) records: later numbers became visible before earlier ones.")
            try await other.close()
        }
    }

    @Test("Without the order of commits the same puller skips records: the test above can fail")
    func skippedWithoutOrder() async throws {
        try await withPostgresStore(poolSize: 9, ordersCommits: false) { store, _ in
            var missing = 0
            for _ in 0..<20 where missing == 0 {
                missing = try await missedRecords(stores: [store], pushers: 16, batches: 60, batchSize: 3)
            }
            expect(missing > 0, "Nothing was skipped in 20 rounds; the option no longer switches the order off.")
        }
    }

    /// Returns the number of records that a puller following the cursor hasn't seen when all pushes have ended.
    private func missedRecords(
        stores: [PostgresSyncStore], pushers: Int, batches: Int, batchSize: Int
    ) async throws -> Int {
        let user = postgresTestUser
        let start = try await stores[0].head(user: user, receipt: nil)?.seq ?? 0
        return try await withThrowingTaskGroup(of: Set<UUID>.self) { group in
            for pusher in 0..<pushers {
                group.addTask {
                    let store = stores[pusher % stores.count]
                    var pushed: Set<UUID> = []
                    for _ in 0..<batches {
                        let records = (0..<batchSize).map { _ in Vitals.Measurement.sample() }
                        let outcome = try await store.push(records, user: user, receipt: nil)
                        pushed.formUnion(outcome.acceptedIDs)
                    }
                    return pushed
                }
            }
            let puller = Task {
                var (cursor, seen): (Int64, Set<UUID>) = (start, [])
                while true {
                    let isLast = Task.isCancelled  // all pushes had ended before this pull began
                    let page = try await pull(stores[0], cursor)
                    seen.formUnion(page.records.map { $0.id })
                    cursor = page.nextCursor
                    if isLast, page.records.isEmpty { return seen }
                }
            }
            var pushed: Set<UUID> = []
            for try await ids in group { pushed.formUnion(ids) }
            puller.cancel()
            let seen = try await puller.value
            expect(pushed.count, equals: pushers * batches * batchSize)
            return pushed.subtracting(seen).count
        }
    }

    /// Pulls in an unstructured task, which continues if the caller is cancelled: here a cancellation only means that
    /// the pushers are done.
    private func pull(_ store: PostgresSyncStore, _ cursor: Int64) async throws -> PullOutcome {
        try await Task {
            try await store.pull(user: postgresTestUser, cursor: cursor, through: nil, limit: 10_000, receipt: nil)
        }.value
    }
}
