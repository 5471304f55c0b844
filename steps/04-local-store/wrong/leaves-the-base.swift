// replaces: clear-dirty
// refused by: Step04StoreTests/clearDirtyKeepsTheRest()
// says: It is: version 2, clean, own, base version 1
// breaks: clear-dirty.5
//
// Clears the flag, and leaves the base beside a clean row.

        try write { tables in
            for id in ids { try tables.setDirty(false, id) }
        }
