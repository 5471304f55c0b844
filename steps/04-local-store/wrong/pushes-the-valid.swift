// replaces: dirty-rows
// refused by: Step04StoreTests/dirtyIsOrdered()
// says: should give those five, and it gives 1, 3, 5, 6
// breaks: dirty-rows.1
//
// Leaves out what a server would refuse, so the user is never told.

        try records(where: "dirty = 1 ORDER BY id", []).filter { $0.kind.bounds?.contains($0.value) ?? true }
