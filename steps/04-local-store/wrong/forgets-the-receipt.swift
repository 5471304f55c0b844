// replaces: set-cursor
// refused by: Step04StoreTests/cursorAlone()
// says: holds - home anna deletes 5
// breaks: set-cursor.2
//
// Removes the receipt, since another cursor seems to be another server.

        try write { tables in try tables.execute("UPDATE sync_state SET cursor = ?, receipt = NULL", [cursor]) }
