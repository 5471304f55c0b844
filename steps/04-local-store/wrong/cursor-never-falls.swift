// replaces: set-cursor
// refused by: Step04StoreTests/cursorIsKept()
// says: setCursor(5) was followed by
//
// Keeps the greatest cursor. But when a server has lost its history, the phone has to begin again at 0.

        try write { tables in try tables.execute("UPDATE sync_state SET cursor = max(cursor, ?)", [cursor]) }
