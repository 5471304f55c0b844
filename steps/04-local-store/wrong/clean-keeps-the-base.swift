// replaces: upsert-clean
// refused by: Step04StoreTests/upsertCleanEndsAnEdit()
// says: It is: version 4, clean, not own, base version 2
// breaks: upsert-clean.4
//
// Writes the row and leaves the base of the edit that it replaces.

        try write { tables in try tables.put(record, dirty: false) }
