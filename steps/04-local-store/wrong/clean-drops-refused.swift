// replaces: upsert-clean
// refused by: Step04StoreTests/upsertCleanEndsAnEdit()
// says: upsertClean stores a row, and the refused copy should stay
// breaks: upsert-clean.4
//
// Removes the refused copies too, which the user has not looked at yet.

        try write { tables in
            try tables.storeSynced(record)
            try tables.execute("DELETE FROM rejected WHERE id = ?", [record.id.lowercased])
        }
