// replaces: next-version
// refused by: Step04StoreTests/numbersAfterTheGreatest()
// says: with what was written at 0 ms
// breaks: next-version.3
//
// Takes the clock's time if nothing later competes. In the millisecond of the row, the edit isn't later than it.

        let version = competingVersions.map(\.version).max() ?? record.version
        let latest = competingVersions.map(\.updatedAt).max() ?? record.updatedAt
        guard let afterLatest = latest.advanced(byMilliseconds: 1) else { throw MeasurementError.endOfTime }
        let now = clock()
        var next = record
        next.version = min(version + 1, Measurement.maximumVersion)
        next.updatedAt = now >= latest ? now : afterLatest
        return next
