package import Vitals

package import struct Foundation.UUID

// @show sync-store
/// What the server asks of a database. Three live sides (memory, SQLite, Postgres), one conformance suite.
///
/// 1. A push is one transaction, durable before it returns, and writes a record only where it beats the stored one by
///    `Precedence`. Each written record gets one new log row, whose number the record keeps as its `seq`.
/// 2. The log numbers of one user become visible in their order: a pull that has seen n will never find one below n
///    later.
/// 3. Every call is about one user. Two users may hold the same record id and never notice.
/// 4. A receipt is looked up first. One that is not the user's, or names another row than it once did, makes the call
///    throw `SyncStoreError.historyLost` and neither read nor write anything.
package protocol SyncStore: Sendable {
    /// The user whose token this is.
    func user(token: String) async throws -> UUID?

    /// - Parameter records: of distinct ids, each valid.
    func push(_ records: [Vitals.Measurement], user: UUID, receipt: Receipt?) async throws -> PushOutcome

    /// The records whose `seq` is in `cursor+1 ... through`, in order of it, at most `limit`.
    ///
    /// - Parameter through: nil for no upper bound.
    func pull(user: UUID, cursor: Int64, through: Int64?, limit: Int, receipt: Receipt?) async throws -> PullOutcome
    // @end

    /// What a pull would give, as sizes: for records too many to be held at once.
    func recordSizes(user: UUID, cursor: Int64, through: Int64?, limit: Int) async throws -> [RecordSize]

    /// The user's last log row; nil where there is none. The receipt is checked as in a pull.
    func head(user: UUID, receipt: Receipt?) async throws -> LogEntry?

    /// The log row of this user at `seq`; nil where there is none.
    func logEntry(user: UUID, seq: Int64) async throws -> LogEntry?

    /// Makes a user. - Throws: `SyncStoreError.tokenTaken`.
    func addUser(token: String) async throws -> UUID

    func users() async throws -> [UserSummary]

    /// Deletes a user with all records; false when there is none.
    ///
    /// - Parameter ifEmpty: delete nobody who has a record. No push may come between the look and the deletion.
    /// - Throws: `SyncStoreError.hasRecords`.
    func deleteUser(_ id: UUID, ifEmpty: Bool) async throws -> Bool

    /// Fails when the database cannot answer.
    func checkReadiness() async throws

    func close() async throws
}

extension SyncStore {
    /// Deletes a user with all records; false when there is none.
    package func deleteUser(_ id: UUID) async throws -> Bool { try await deleteUser(id, ifEmpty: false) }
}

/// One row of the append-only log.
package struct LogEntry: Hashable, Sendable {
    package var seq: Int64
    package var recordID: UUID
    package var version: Int64
    /// In the store's own unit and precision; only compared with itself.
    package var appliedAt: Int64

    package init(seq: Int64, recordID: UUID, version: Int64, appliedAt: Int64) {
        self.seq = seq
        self.recordID = recordID
        self.version = version
        self.appliedAt = appliedAt
    }
}

package struct PushOutcome: Hashable, Sendable {
    package var acceptedIDs: [UUID]
    package var unchangedIDs: [UUID]
    /// The greater records that stand in the way of those pushed.
    package var stale: [Vitals.Measurement]
    private var staleBytes = 0
    /// The highest log row among those accepted or unchanged.
    package var head: LogEntry?

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
    /// - Throws: `SyncStoreError.answerTooLarge` where the answer would become larger than a server wants to hold for a client
    ///   that reads slowly. The push is to be rolled back.
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
    /// The log row at `nextCursor`, where this user has one.
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
    /// Too many greater records stand in the way of a push; a smaller one has a smaller answer.
    case answerTooLarge
    /// The receipt names a row that this server does not have.
    case historyLost
    case tokenTaken
    /// The user was to be deleted only if there was nothing to lose.
    case hasRecords
    /// The user was deleted while the request was on its way.
    case unknownUser
    /// The database did not answer in time, or a lock was not to be had: worth another try.
    case busy(String)
    /// The database is not there, or is not one of ours; with what to do about it.
    case unusable(String)
}
