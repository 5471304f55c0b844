// replaces: upsert-clean
// refused by: Step04StoreTests/upsertCleanEndsAnEdit()
// says: just as it was entered here
// breaks: upsert-clean.3
//
// Keeps the mark of a row that says the same. It says what the server sent now.

        try write { tables in
            let row = try tables.row(record.id)
            try tables.storeSynced(record, own: row?.record == record && row?.isOwn == true)
        }
