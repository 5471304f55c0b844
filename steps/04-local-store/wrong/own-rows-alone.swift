// replaces: dirty-rows
// refused by: Step04StoreTests/dirtyIsOrdered()
// says: dirty without being own
// breaks: dirty-rows.1
//
// Takes only this phone's own edits for unsent.

        try records(where: "dirty = 1 AND own = 1 ORDER BY id", [])
