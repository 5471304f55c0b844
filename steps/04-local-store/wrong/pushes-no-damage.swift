// replaces: dirty-rows
// refused by: Step04StoreTests/dirtyIsOrdered()
// says: A dirty row is damaged
// breaks: dirty-rows.3
//
// Has nothing to push if a row is damaged.

        (try? records(where: "dirty = 1 ORDER BY id", [])) ?? []
