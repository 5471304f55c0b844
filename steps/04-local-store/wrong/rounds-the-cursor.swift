// replaces: cursor
// refused by: Step04StoreTests/cursorIsRead()
// says: sync_state holds the cursor 9007199254740993
// breaks: cursor.1
//
// Reads the number as a Double, which has 53 bits for its digits.

        try read { database in Int64(try Double.fetchOne(database, sql: "SELECT cursor FROM sync_state") ?? 0) }
