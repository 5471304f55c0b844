// replaces: clear-dirty
// refused by: Step04StoreTests/crashInClearDirty()
// says: The database refused a statement of clearDirty
// breaks: clear-dirty.7
//
// Goes on after an error of the database.

        try write { tables in
            for id in ids {
                do { try tables.markClean(id) } catch is DatabaseError {}
            }
        }
