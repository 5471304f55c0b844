// replaces: dirty-rows
// refused by: Step04StoreTests/dirtyIsOrdered()
// says: Record 8 is a deletion that no server has
// breaks: dirty-rows.1
//
// Pushes only what a user can see.

        try records(where: "dirty = 1 ORDER BY id", []).filter { !$0.isDeleted }
