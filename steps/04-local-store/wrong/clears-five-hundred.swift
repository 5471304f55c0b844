// replaces: clear-dirty
// refused by: Step04StoreTests/clearDirtyClearsTheseOnly()
// says: rows are still dirty
// breaks: clear-dirty.1
//
// Clears as many as one push may hold.

        try write { tables in
            for id in ids.prefix(500) { try tables.markClean(id) }
        }
