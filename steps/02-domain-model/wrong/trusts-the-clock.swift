// replaces: bump-version
// refused by: Step02ModelTests/clockWentBack()
// says: updatedAt should move by 1 ms
//
// Trusts the clock: after it's been set back, the newer version has the older time.

        guard updatedAt < .max else { throw MeasurementError.endOfTime }
        var next = self
        next.version = version < Measurement.maximumVersion ? version + 1 : Measurement.maximumVersion
        next.updatedAt = now
        return next
