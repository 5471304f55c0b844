// replaces: set-cursor
// refused by: Step04StoreTests/cursorIsKept()
// says: After setCursor(5), sync_state holds 9007199254740993
// breaks: set-cursor.1
//
// Keeps the greatest cursor. But when a server has lost its history, the phone has to begin again at 0.

        try write { tables in try tables.execute("UPDATE sync_state SET cursor = max(cursor, ?)", [cursor]) }
