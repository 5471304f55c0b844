// replaces: next-version
// refused by: Step04StoreTests/editAtTheLimits()
// says: an edit keeps that version
// breaks: next-version.6
//
// Adds one to any version, also to the greatest one that every JSON reader keeps exactly.

        var next = record
        let latest = competingVersions.map(\.updatedAt).max() ?? record.updatedAt
        guard let later = latest.advanced(byMilliseconds: 1) else { throw MeasurementError.endOfTime }
        next.version = (competingVersions.map(\.version).max() ?? record.version) + 1
        next.updatedAt = max(clock(), later)
        return next
