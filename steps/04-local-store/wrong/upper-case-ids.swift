// replaces: bind-record
// refused by: Step04StoreTests/storesIDsInLowerCase()
// says: store `lowercased`
// breaks: bind-record.2
//
// Binds UUID's own text, which is in upper case: every look-up by the lower-case form misses the row.

        [
            id.uuidString, kind.rawValue, value, unit.rawValue, recordedAt.millisecondsSinceEpoch,
            updatedAt.millisecondsSinceEpoch, version, extra.text,
        ]
