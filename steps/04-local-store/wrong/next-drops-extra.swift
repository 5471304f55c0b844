// replaces: next-version
// refused by: Step04StoreTests/numbersAfterTheGreatest()
// says: It also has another extra
// breaks: next-version.8
//
// Makes a new record of the fields that this build knows, so a note is lost.

        var next = record
        next.version = competingVersions.map(\.version).max() ?? record.version
        next.updatedAt = competingVersions.map(\.updatedAt).max() ?? record.updatedAt
        let numbered = try next.bumpVersion(now: clock())
        return Measurement(
            id: record.id, kind: record.kind, value: record.value, unit: record.unit, recordedAt: record.recordedAt,
            updatedAt: numbered.updatedAt, version: numbered.version)
