// replaces: clear-dirty
// refused by: Step04StoreTests/clearDirtyClearsTheseOnly()
// says: Still dirty are 1, 2, 3
// breaks: clear-dirty.1
//
// Binds all ids as one text, which no row has as its id.

        try write { tables in
            let list = ids.map(\.lowercased).joined(separator: ", ")
            try tables.execute("UPDATE measurement SET dirty = 0 WHERE id IN (?)", [list])
            try tables.execute("DELETE FROM base WHERE id IN (?)", [list])
        }
