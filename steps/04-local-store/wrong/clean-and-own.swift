// replaces: upsert-clean
// refused by: Step04StoreTests/upsertCleanEndsAnEdit()
// says: It is: version 4, clean, own, no base
// breaks: upsert-clean.3
//
// Marks what came from the server as this phone's own.

        try write { tables in try tables.storeSynced(record, own: true) }
