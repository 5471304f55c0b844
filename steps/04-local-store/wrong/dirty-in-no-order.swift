// replaces: dirty-rows
// refused by: Step04StoreTests/dirtyIsOrdered()
// says: should give its records by id
// breaks: dirty-rows.2
//
// Asks for no order. The index happens to have one, until SQLite takes another.

        try records(where: "dirty = 1", [])
