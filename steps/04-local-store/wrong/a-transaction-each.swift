// replaces: clear-dirty
// refused by: Step04StoreTests/crashInClearDirty()
// says: Put all of it into one `write { }`
// breaks: clear-dirty.6
//
// Opens a transaction for each id: after a crash, half of them are clean.

        for id in ids {
            try write { tables in try tables.markClean(id) }
        }
