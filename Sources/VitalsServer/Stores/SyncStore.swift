package import Vitals

package import struct Foundation.UUID

// @show sync-store
/// The database operations that the server needs. One conformance suite tests three implementations: memory, SQLite and
/// Postgres.
///
/// 1. A push is one transaction, durable before it returns, and writes a record only where it beats the stored one by
///    `Precedence`. Each written record gets one new log row, whose number the record keeps as its `seq`.
/// 2. The log numbers of one user become visible in order: a pull that has seen n will never find a number below n
///    later.
/// 3. Every call is about one user. Two users may hold the same record id without affecting each other.
/// 4. The receipt (a history token) is checked first. If it isn't the user's, or its row has changed, the call throws
///    `SyncStoreError.historyLost` and neither reads nor writes anything.
package protocol SyncStore: Sendable {
    /// Finds the user that a token belongs to.
    func user(token: String) async throws -> UUID?

    /// - Parameter records: valid, with distinct ids.
    func push(_ records: PushBatch, user: UUID, receipt: Receipt?) async throws -> PushOutcome

    /// Reads the records whose `seq` is in `cursor+1 ... through`, sorted by `seq`: at most `limit`, and after the first
    /// no more than fit into a piece of a page (`PagePlan.pieceSizeBytes`).
    ///
    /// - Parameter through: nil for no upper bound.
    func pull(user: UUID, cursor: Int64, through: Int64?, limit: Int, receipt: Receipt?) async throws -> PullOutcome
    // @end

    /// Reads only the sizes of the records that a pull would return, for more records than fit in memory.
    func recordSizes(user: UUID, cursor: Int64, through: Int64?, limit: Int) async throws -> [RecordSize]

    /// The user's last log row; nil where there is none. The receipt is checked as in a pull.
    func head(user: UUID, receipt: Receipt?) async throws -> LogEntry?

    /// Creates a user. - Throws: `SyncStoreError.tokenTaken`.
    func addUser(token: String) async throws -> UUID

    func users() async throws -> [UserSummary]

    /// Deletes a user with all records; false when there is none.
    ///
    /// - Parameter ifEmpty: refuse to delete a user who has a record. No push may come between the check and the
    ///   deletion.
    /// - Throws: `SyncStoreError.hasRecords`.
    func deleteUser(_ id: UUID, ifEmpty: Bool) async throws -> Bool

    /// An ability beyond the sync protocol, such as `(any PairingStore).self`; nil in a store without it.
    func ability<Ability>(_ type: Ability.Type) -> Ability?

    /// Throws when the database can't respond.
    func checkReadiness() async throws

    func close() async throws
}

extension SyncStore {
    package func ability<Ability>(_ type: Ability.Type) -> Ability? { self as? Ability }

    /// Deletes a user with all records; false when there is none.
    package func deleteUser(_ id: UUID) async throws -> Bool { try await deleteUser(id, ifEmpty: false) }

    /// Pushes records of which the device didn't name the versions that they were edited from.
    package func push(_ records: [Vitals.Measurement], user: UUID, receipt: Receipt?) async throws -> PushOutcome {
        try await push(PushBatch(records), user: user, receipt: receipt)
    }
}

/// One row of the append-only log.
package struct LogEntry: Hashable, Sendable {
    package var seq: Int64
    package var recordID: UUID
    package var version: Int64
    /// In the store's own unit and precision; only compared with other values of the same store.
    package var appliedAt: Int64
    /// A random number that the row got when it was written; nil in a row from before rows had one.
    package var tag: Int64?

    package init(seq: Int64, recordID: UUID, version: Int64, appliedAt: Int64, tag: Int64? = nil) {
        self.seq = seq
        self.recordID = recordID
        self.version = version
        self.appliedAt = appliedAt
        self.tag = tag
    }
}

package struct PushOutcome: Hashable, Sendable {
    package var acceptedIDs: [UUID]
    package var unchangedIDs: [UUID]
    /// The greater stored records that pushed records lost to.
    package var stale: [Vitals.Measurement]
    private var staleBytes = 0
    /// The last row of the user's log after the push; nil where the log is empty.
    package var head: LogEntry?
    /// The versions of the stale records that were overwritten unseen, by record.
    package var overwritten: [UUID: OverwrittenVersions] = [:]

    package init(
        acceptedIDs: [UUID] = [], unchangedIDs: [UUID] = [], stale: [Vitals.Measurement] = [], head: LogEntry? = nil
    ) {
        self.acceptedIDs = acceptedIDs
        self.unchangedIDs = unchangedIDs
        self.stale = stale
        self.head = head
        staleBytes = stale.map(Self.bytes).reduce(0, +)
    }

    private static func bytes(_ record: Vitals.Measurement) -> Int { 256 + record.extra.text.utf8.count }

    /// Adds a greater record.
    ///
    /// - Throws: `SyncStoreError.answerTooLarge` where the response would become larger than a server wants to hold for
    ///   a client that reads slowly. The caller must roll the push back.
    mutating func addStale(_ record: Vitals.Measurement) throws {
        stale.append(record)
        staleBytes += Self.bytes(record)
        if staleBytes > SyncLimits.staleSizeBytes, stale.count > 1 { throw SyncStoreError.answerTooLarge }
    }
}

package struct PullOutcome: Hashable, Sendable {
    package var records: [Vitals.Measurement]
    /// The `seq` of the last record; the request's cursor where there was none.
    package var nextCursor: Int64
    /// The last row of the user's log when the page was read; nil where the log is empty.
    package var head: LogEntry?

    package init(records: [Vitals.Measurement], nextCursor: Int64, head: LogEntry?) {
        self.records = records
        self.nextCursor = nextCursor
        self.head = head
    }
}

package struct UserSummary: Hashable, Sendable {
    package var id: UUID
    package var recordCount: Int

    package init(id: UUID, recordCount: Int) {
        self.id = id
        self.recordCount = recordCount
    }
}

package enum SyncStoreError: Error, Hashable, Sendable {
    /// Too many pushed records lost to greater ones. A smaller push gets a smaller response.
    case answerTooLarge
    /// The receipt names a row that this server doesn't have.
    case historyLost
    case tokenTaken
    /// The user has records, and was to be deleted only without any.
    case hasRecords
    /// The user was deleted while the request was under way.
    case unknownUser
    /// The database didn't respond in time, or a lock wasn't free: worth another try.
    case busy(String)
    /// The database isn't there, or isn't one of ours; the text says what to do.
    case unusable(String)
}
