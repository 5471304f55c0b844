// replaces: set-cursor
// refused by: Step04StoreTests/cursorAlone()
// says: and the cursor was stored
// breaks: set-cursor.3
//
// Goes to the database itself, so no test can make a crash before this statement.

        try write { tables in
            try tables.database.execute(sql: "UPDATE sync_state SET cursor = ?", arguments: [cursor])
        }
