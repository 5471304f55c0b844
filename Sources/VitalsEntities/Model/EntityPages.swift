package import Foundation

/// A page of `GET /entities/changes`.
package struct EntityChangesPage: Hashable, Sendable {
    package var rows: [EntityRow]
    package var cursors: [String: Int64]
    package var hasMore: Bool
    /// Rows that this build can't read. They stay on the server.
    package var unreadableCount = 0

    package init(rows: [EntityRow], cursors: [String: Int64], hasMore: Bool) {
        self.rows = rows
        self.cursors = cursors
        self.hasMore = hasMore
    }
}

/// The response to a part of a restate.
package struct EntityRestated: Hashable, Sendable {
    /// The rows of the identities that stand for restated ids.
    package var replaced: [UUID: EntityRow]
    /// The ids that nobody could place.
    package var unplaced: [UUID]

    package init(replaced: [UUID: EntityRow], unplaced: [UUID]) {
        self.replaced = replaced
        self.unplaced = unplaced
    }
}
