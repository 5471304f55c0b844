// replaces: clear-dirty
// refused by: Step04StoreTests/clearDirtyClearsTheseOnly()
// says: row 2 should still be dirty
//
// Clears every row instead of those that were named: an edit made while the push was under way is never sent.

        try write { tables in try tables.execute("UPDATE measurement SET dirty = 0") }
