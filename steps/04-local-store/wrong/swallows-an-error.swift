// replaces: clear-dirty
// refused by: Step04StoreTests/crashInClearDirty()
// says: returned as if all had gone well
// breaks: clear-dirty.7
//
// Ignores an error of the second statement: the caller is told that everything is clean, and it isn't.

        try write { tables in
            for id in ids.prefix(1) { try tables.markClean(id) }
            for id in ids.dropFirst() { try? tables.markClean(id) }
        }
