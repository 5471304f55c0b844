package import Foundation
package import Vitals
package import VitalsEntities

/// A server's store of entities. Memory, SQLite and Postgres implement it, and pass one conformance suite.
///
/// 1. A transaction holds the user's lock from its first statement to its commit, also against other servers on one
///    database. It's durable before the call returns, and if `body` throws, nothing of it stays.
/// 2. The receipt is checked first, under the lock. If the user's log has no such row, or one with another tag, the call
///    throws `SyncStoreError.historyLost` and `body` doesn't run.
/// 3. Every call is about one user. Two users may have entities with one id without affecting each other.
package protocol EntityStore: Sendable {
    /// - Parameter body: gets the user's tables, and the last row of the log; nil while it's empty.
    /// - Throws: `SyncStoreError`, or the error that `body` throws.
    func transact<Value: Sendable>(
        user: UUID, receipt: Receipt?,
        _ body: @escaping @Sendable (any EntityStorage, _ head: EntityLogRow?) throws -> Value
    ) async throws -> Value

    /// Reads rows of the asked types in the order of their `seq`, and the head of the log, in one state of the database.
    ///
    /// - Parameter cursors: for each type, the `seq` after which to read.
    func page(
        user: UUID, receipt: Receipt?, cursors: [String: Int64], limit: Int
    ) async throws -> EntityPage

    /// Finds an entity, also by an id that was replaced. A page with it, or without a row if there's none of that type.
    func entity(user: UUID, receipt: Receipt?, type: String, id: UUID) async throws -> EntityPage

    /// All that is stored about a user's entities, for an export: rows, tombstones included, in the order of their `seq`.
    func allRows(user: UUID) async throws -> [EntityRow]

    /// The ids that were replaced, each with the one that stayed.
    func allAliases(user: UUID) async throws -> [UUID: UUID]

    /// Forgets the answers that were given before a moment, in milliseconds since the epoch. Returns how many.
    func forgetAnswers(before moment: Int64) async throws -> Int

    /// False in a database that was migrated by a server from before entities.
    var hasEntityTables: Bool { get }
}

/// A page of `changes`.
package struct EntityPage: Hashable, Sendable {
    package var rows: [EntityRow]
    package var head: EntityLogRow?
    package var hasMore: Bool

    package init(rows: [EntityRow], head: EntityLogRow?, hasMore: Bool) {
        self.rows = rows
        self.head = head
        self.hasMore = hasMore
    }

    /// The cursors after this page: with more to come, the `seq` of the last row for each type that was not further;
    /// without, the head of the log.
    package func cursors(after asked: [String: Int64]) -> [String: Int64] {
        let through = hasMore ? rows.last?.seq ?? 0 : head?.seq ?? 0
        return asked.mapValues { max($0, through) }
    }

    /// The greatest size of a page's fields, in bytes. A page ends before the row that would exceed it.
    package static let sizeBytes = 4 << 20
}
