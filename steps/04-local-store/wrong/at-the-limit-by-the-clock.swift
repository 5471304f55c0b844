// replaces: next-version
// refused by: Step04StoreTests/numbersAfterTheGreatest()
// says: should be written at 9001 ms, and it's at 0 ms
// breaks: next-version.3
//
// Trusts the clock where the version can't grow any more.

        var next = record
        next.version = competingVersions.map(\.version).max() ?? record.version
        next.updatedAt = competingVersions.map(\.updatedAt).max() ?? record.updatedAt
        guard next.version < Measurement.maximumVersion else {
            next.updatedAt = clock()
            return next
        }
        return try next.bumpVersion(now: clock())
