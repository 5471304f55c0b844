// replaces: dirty-rows
// refused by: Step04StoreTests/dirtyIsOrdered()
// says: 2 came from the server
//
// Returns every row: each sync then sends the whole history.

        try records(where: "1 ORDER BY id", [])
