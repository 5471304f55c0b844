// replaces: set-cursor
// refused by: Step04StoreTests/cursorAlone()
// says: Change the one column
// breaks: set-cursor.2
//
// Replaces the row. The account and the receipt, which step 8 keeps there, are gone.

        try write { tables in
            try tables.execute("INSERT OR REPLACE INTO sync_state (id, cursor) VALUES (0, ?)", [cursor])
        }
