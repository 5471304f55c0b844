// replaces: upsert-clean
// refused by: Step04StoreTests/upsertCleanIsClean()
// says: It checks nothing, and converts nothing
// breaks: upsert-clean.1
//
// Converts what a server has, as `edit` converts what people type.

        try write { tables in try tables.storeSynced(record.canonical()) }
