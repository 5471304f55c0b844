package import Foundation
import Synchronization
package import Vitals
import VitalsServer
import VitalsServerEntities
package import VitalsWorkouts

/// One user's samples in memory.
package struct MemorySamples: Hashable, Sendable {
    package var samples: [UUID: Sample] = [:]
    package var deleted: Set<UUID> = []
    package var log: [SampleLogRow] = []
    var answers: [UUID: SampleAnswer] = [:]

    package init() {}
}

/// The samples of all users in memory, for simulations of phones.
package final class MemorySampleStore: SampleStore {
    private let users = Mutex<[UUID: MemorySamples]>([:])

    package init() {}

    package func transactSamples<Value: Sendable>(
        user: UUID, receipt: Receipt?, _ body: @escaping @Sendable (any SampleStorage, SampleLogRow?) throws -> Value
    ) async throws -> Value {
        try users.withLock { users in
            let tables = Tables(users[user] ?? MemorySamples())
            let log = tables.tables.log
            if let receipt, !log.contains(where: { $0.receipt == receipt }) { throw SyncStoreError.historyLost }
            let value = try body(tables, log.last)
            users[user] = tables.tables
            return value
        }
    }

    package func samples(user: UUID, _ query: SampleQuery) async throws -> [Sample] {
        let found = samples(of: user).samples.values.filter { sample in
            sample.type == query.type && sample.start >= query.from && sample.start < query.to
                && query.after.map { ($0.start, $0.id.lowercased) < (sample.start, sample.id.lowercased) } ?? true
        }
        let sorted = found.sorted { ($0.start, $0.id.lowercased) < ($1.start, $1.id.lowercased) }
        return Array(sorted.prefix(query.limit))
    }

    package func sampleSummary(user: UUID) async throws -> [SampleSummary] {
        Dictionary(grouping: samples(of: user).samples.values, by: { [$0.type, $0.source] }).map { key, samples in
            let starts = samples.map(\.start)
            return SampleSummary(
                type: key[0], source: key[1], count: samples.count, first: starts.min()!, last: starts.max()!)
        }
    }

    package func samplesByID(user: UUID, after: UUID?, limit: Int) async throws -> [Sample] {
        let sorted = samples(of: user).samples.values.sorted { $0.id.lowercased < $1.id.lowercased }
        return Array(
            sorted.filter { sample in after.map { $0.lowercased < sample.id.lowercased } ?? true }.prefix(limit))
    }

    package func deletedSamples(user: UUID, after: UUID?, limit: Int) async throws -> [UUID] {
        let sorted = samples(of: user).deleted.sorted { $0.lowercased < $1.lowercased }
        return Array(sorted.filter { id in after.map { $0.lowercased < id.lowercased } ?? true }.prefix(limit))
    }

    package var hasSampleTables: Bool { true }

    /// The user's samples now, as a backup.
    package func samples(of user: UUID) -> MemorySamples { users.withLock { $0[user] ?? MemorySamples() } }

    package func restore(_ samples: MemorySamples, of user: UUID) { users.withLock { $0[user] = samples } }

    /// The tables within a transaction. They count only once it ends.
    private final class Tables: SampleStorage {
        var tables: MemorySamples

        init(_ tables: MemorySamples) { self.tables = tables }

        func answer(to requestID: UUID) -> SampleAnswer? { tables.answers[requestID] }

        func deleted(of ids: [UUID]) -> Set<UUID> { tables.deleted.intersection(ids) }

        func insert(_ samples: [Sample]) -> Int {
            let before = tables.samples.count
            for sample in samples where tables.samples[sample.id] == nil { tables.samples[sample.id] = sample }
            return tables.samples.count - before
        }

        func delete(_ ids: [UUID]) -> Int {
            tables.deleted.formUnion(ids)
            return ids.count { tables.samples.removeValue(forKey: $0) != nil }
        }

        func append(_ row: SampleLogRow, requestID: UUID, _ answer: SampleAnswer) {
            tables.log.append(row)
            tables.answers[requestID] = answer
        }
    }
}
