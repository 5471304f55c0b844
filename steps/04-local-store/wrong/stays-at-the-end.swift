// replaces: next-version
// refused by: Step04StoreTests/editAtTheLimits()
// says: There's no later time
// breaks: next-version.7
//
// Keeps the last time there is, so the edit is no later than what it replaces.

        var next = record
        let latest = competingVersions.map(\.updatedAt).max() ?? record.updatedAt
        let greatest = competingVersions.map(\.version).max() ?? record.version
        next.version = min(greatest + 1, Measurement.maximumVersion)
        next.updatedAt = max(clock(), Timestamp(clamping: latest.millisecondsSinceEpoch + 1))
        return next
