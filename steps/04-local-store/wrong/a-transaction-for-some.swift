// replaces: clear-dirty
// refused by: Step04StoreTests/crashInClearDirty()
// says: the database refused the last one
// breaks: clear-dirty.6
//
// Opens a transaction for each five hundred ids, so that other writes wait less. After an error, the first of them are clean.

        for start in stride(from: 0, to: ids.count, by: 500) {
            try write { tables in
                for id in ids.dropFirst(start).prefix(500) { try tables.markClean(id) }
            }
        }
