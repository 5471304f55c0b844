// replaces: clear-dirty
// refused by: Step04StoreTests/clearDirtyKeepsTheRest()
// says: It is: version 2, dirty, own, no base
// breaks: clear-dirty.2
//
// Empties the table of bases, with those of the edits that still wait.

        try write { tables in
            for id in ids { try tables.markClean(id) }
            try tables.execute("DELETE FROM base")
        }
