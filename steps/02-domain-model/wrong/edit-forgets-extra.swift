// replaces: bump-version
// refused by: Step02ModelTests/bumpCounts()
// says: at least one of them changed
//
// Builds the next version from the fields it knows and drops what a newer build wrote.

        guard let afterThis = updatedAt.advanced(byMilliseconds: 1) else { throw MeasurementError.endOfTime }
        return Measurement(
            id: id, kind: kind, value: value, unit: unit, recordedAt: recordedAt, updatedAt: max(now, afterThis),
            version: version < Measurement.maximumVersion ? version + 1 : version)
