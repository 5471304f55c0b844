// replaces: dirty-rows
// refused by: Step04StoreTests/dirtyIsOrdered()
// says: should give those five, and it gives 1, 2, 3, 4, 5, 6
// breaks: dirty-rows.1
//
// Returns every row: each sync then sends the whole history.

        try records(where: "1 ORDER BY id", [])
