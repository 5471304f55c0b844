// replaces: upsert-clean
// refused by: Step04StoreTests/upsertCleanIsClean()
// says: What the server has is clean
// breaks: upsert-clean.2
//
// Stores the server's record as if it were an edit, so it's sent back to where it came from.

        try write { tables in try tables.put(record, dirty: true) }
