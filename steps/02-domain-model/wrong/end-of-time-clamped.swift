// replaces: bump-version
// refused by: Step02ModelTests/endOfTime()
// says: bumpVersion should throw endOfTime
//
// Stops the time where it cannot go on: two edits in a row then have one and the same time.

        let afterThis = updatedAt.advanced(byMilliseconds: 1) ?? .max
        var next = self
        next.version = min(version + 1, Measurement.maximumVersion)
        next.updatedAt = max(now, afterThis)
        return next
