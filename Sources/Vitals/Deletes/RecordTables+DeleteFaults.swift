import Foundation

// What the tables do where a test has switched a rule of deletes off. All of it is wrong.

extension RecordTables {
    /// Keeps the content of the row and its base, and leaves refused copies and conflicts where they are.
    func clearRowOnly(_ id: UUID) throws {
        let copies = try [row(id)?.record, base(id)].compactMap { $0 }
        try removeBase(id)
        for copy in copies where !copy.isDeleted { try keepRecentlyDeleted(copy) }
    }

    /// Asks only the questions whose rules are on.
    func isUnknownWithFault(_ loser: Row) throws -> Bool {
        if rules.contains(.unconfirmedEditsAreKept), loser.isDirty { return true }
        guard rules.contains(.overwrittenEditsAreKept) else { return false }
        return try overwritten(loser.record.id).contains(RecordVersion(loser.record))
    }
}
