// replaces: clear-dirty
// refused by: Step04StoreTests/clearDirtyKeepsTheRest()
// says: It is: version 2, clean, not own, no base
// breaks: clear-dirty.4
//
// Stores the row as if it had come from the server. It was entered on this phone, and an edit elsewhere may still beat it.

        try write { tables in
            for id in ids {
                if let row = try tables.row(id) { try tables.storeSynced(row.record) }
            }
        }
