// replaces: clear-dirty
// refused by: Step04StoreTests/clearDirtyKeepsTheRest()
// says: It is: version 1, dirty, not own
// breaks: clear-dirty.1
//
// Clears only what was entered on this phone.

        try write { tables in
            for id in ids {
                if try tables.row(id)?.isOwn == true { try tables.markClean(id) }
            }
        }
