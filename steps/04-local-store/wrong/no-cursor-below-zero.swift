// replaces: set-cursor
// refused by: Step04StoreTests/cursorIsKept()
// says: After setCursor(-1)
// breaks: set-cursor.1
//
// Lifts a negative number to 0.

        try write { tables in try tables.execute("UPDATE sync_state SET cursor = ?", [max(0, cursor)]) }
