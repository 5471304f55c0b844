// replaces: cursor
// refused by: Step04StoreTests/cursorIsRead()
// says: sync_state holds the cursor 0, and
// breaks: cursor.2
//
// Takes the cursor for the next number to read. The first record of the log is then never pulled.

        try read { database in max(1, try Int64.fetchOne(database, sql: "SELECT cursor FROM sync_state") ?? 1) }
