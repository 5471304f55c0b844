// replaces: next-version
// refused by: Step04StoreTests/editAtTheLimits()
// says: even if the record competes with nothing
// breaks: next-version.7
//
// Looks for the end of time only if something competes.

        var next = record
        next.version = competingVersions.map(\.version).max() ?? record.version
        next.updatedAt = competingVersions.map(\.updatedAt).max() ?? record.updatedAt
        if competingVersions.isEmpty, next.updatedAt == Timestamp.max {
            next.version += 1
            return next
        }
        return try next.bumpVersion(now: clock())
