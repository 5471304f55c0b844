// replaces: clear-dirty
// refused by: Step04StoreTests/clearDirtyClearsTheseOnly()
// says: row 2 should still be dirty
// breaks: clear-dirty.2
//
// Clears every row instead of the named ones: an edit made during the push is never sent.

        try write { tables in try tables.execute("UPDATE measurement SET dirty = 0") }
