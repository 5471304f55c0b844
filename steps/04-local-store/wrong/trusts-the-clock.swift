// replaces: next-version
// refused by: Step04StoreTests/editMovesTimeForward()
// says: the clock shows a minute less
// breaks: next-version.3
//
// Trusts the clock: after it's been set back, an edit is older than what it replaces.

        var next = record
        next.version = min((competingVersions.map(\.version).max() ?? record.version) + 1, Measurement.maximumVersion)
        next.updatedAt = clock()
        return next
