// replaces: next-version
// refused by: Step04StoreTests/upsertNeverLowersAVersion()
// says: was upserted over version
//
// Adds one to the record's own version, without looking at what it has to exceed.

        try record.bumpVersion(now: clock())
