// replaces: clear-dirty
// refused by: Step04StoreTests/clearDirtyKeepsTheRest()
// says: Row 1 was cleared, and the refused copy should stay
// breaks: clear-dirty.5
//
// Removes the refused copies too, which the user has not looked at yet.

        try write { tables in
            for id in ids {
                try tables.markClean(id)
                try tables.execute("DELETE FROM rejected WHERE id = ?", [id.lowercased])
            }
        }
