// replaces: dirty-rows
// refused by: Step04StoreTests/dirtyIsOrdered()
// says: rows are dirty, and dirty() gives 1000
// breaks: dirty-rows.1
//
// Gives as many as one push may hold.

        try records(where: "dirty = 1 ORDER BY id LIMIT 1000", [])
