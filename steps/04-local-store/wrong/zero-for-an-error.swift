// replaces: cursor
// refused by: Step04StoreTests/cursorIsRead()
// says: sync_state is gone from a damaged file
// breaks: cursor.3
//
// Begins at 0 if the cursor can't be read.

        (try? read { database in try Int64.fetchOne(database, sql: "SELECT cursor FROM sync_state") }) ?? 0
