// replaces: next-version
// refused by: Step04StoreTests/numbersAfterTheGreatest()
// says: competes with version 4 and 5
// breaks: next-version.1
//
// Counts from the row, and forgets the copy that the server refused.

        var next = record
        next.version = competingVersions.first?.version ?? record.version
        next.updatedAt = competingVersions.map(\.updatedAt).max() ?? record.updatedAt
        return try next.bumpVersion(now: clock())
