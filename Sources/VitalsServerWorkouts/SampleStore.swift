package import Foundation
package import Vitals
package import VitalsServerEntities
package import VitalsWorkouts

/// A row of a user's log of samples: one for each request that was accepted. A receipt names one, as in the log of entities.
package typealias SampleLogRow = EntityLogRow

/// A server's store of samples. Memory, SQLite and Postgres implement it, and pass one conformance suite.
///
/// 1. A transaction holds the user's lock from its first statement to its commit, also against other servers on one
///    database. It's durable before the call returns, and if `body` throws, nothing of it stays.
/// 2. The receipt is checked first, under the lock. If the user's log of samples has no such row, or one with another tag,
///    the call throws `SyncStoreError.historyLost` and `body` doesn't run.
/// 3. Every call is about one user. Two users may have samples with one id without affecting each other.
package protocol SampleStore: Sendable {
    /// - Parameter body: gets the user's tables, and the last row of the log; nil while it's empty.
    /// - Throws: `SyncStoreError`, or the error that `body` throws.
    func transactSamples<Value: Sendable>(
        user: UUID, receipt: Receipt?,
        _ body: @escaping @Sendable (any SampleStorage, _ head: SampleLogRow?) throws -> Value
    ) async throws -> Value

    /// Reads samples by start and id.
    func samples(user: UUID, _ query: SampleQuery) async throws -> [Sample]

    /// Counts the samples by type and source.
    func sampleSummary(user: UUID) async throws -> [SampleSummary]

    /// Reads samples of all types by id, for an export. At most `limit`, after the one with the id `after`; nil to begin.
    func samplesByID(user: UUID, after: UUID?, limit: Int) async throws -> [Sample]

    /// The ids of samples that were deleted, in order, for an export.
    func deletedSamples(user: UUID, after: UUID?, limit: Int) async throws -> [UUID]

    /// False in a database that was migrated by a server from before samples.
    var hasSampleTables: Bool { get }
}

extension SampleStore {
    /// The table by which a store knows that its database has all of them.
    package static var sampleTable: String { "samples" }
}

/// The tables of samples of one user, within one transaction that holds the user's lock.
package protocol SampleStorage {
    /// The answer to an earlier request with this id.
    func answer(to requestID: UUID) throws -> SampleAnswer?
    /// Those of the ids that a deletion named.
    func deleted(of ids: [UUID]) throws -> Set<UUID>
    /// Stores the samples whose ids aren't stored yet, and counts them. The samples may hold an id twice; the first stays.
    func insert(_ samples: [Sample]) throws -> Int
    /// Removes samples and remembers the ids, and counts those that were stored.
    func delete(_ ids: [UUID]) throws -> Int
    /// Adds a row to the log, with the answer to its request.
    func append(_ row: SampleLogRow, requestID: UUID, _ answer: SampleAnswer) throws
}

/// The answer to a request, which is given again if the request comes again.
package struct SampleAnswer: Hashable, Sendable {
    /// SHA-256 of the request's body, in hex.
    package let bodyHash: String
    /// The response's body.
    package let text: String

    package init(bodyHash: String, text: String) {
        self.bodyHash = bodyHash
        self.text = text
    }
}

/// The samples that a request reads.
package struct SampleQuery: Hashable, Sendable {
    package var type: String
    /// The first moment, and the first one after the last.
    package var from: Timestamp
    package var to: Timestamp
    package var limit: Int
    /// The place after which to go on; nil to begin.
    package var after: Place?

    /// A place in the order of samples: by start, then by id.
    package struct Place: Hashable, Sendable {
        package let start: Timestamp
        package let id: UUID

        package init(start: Timestamp, id: UUID) {
            self.start = start
            self.id = id
        }
    }

    package init(type: String, from: Timestamp = .min, to: Timestamp = .max, limit: Int = 1_000, after: Place? = nil) {
        self.type = type
        self.from = from
        self.to = to
        self.limit = limit
        self.after = after
    }
}

/// The number of samples that one source recorded of one type, and when the first and the last of them start.
package struct SampleSummary: Hashable, Sendable {
    package let type: String
    package let source: String
    package let count: Int
    package let first: Timestamp
    package let last: Timestamp

    package init(type: String, source: String, count: Int, first: Timestamp, last: Timestamp) {
        self.type = type
        self.source = source
        self.count = count
        self.first = first
        self.last = last
    }
}
