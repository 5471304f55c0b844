// replaces: upsert
// refused by: Step04StoreTests/upsertNeverLowersAVersion()
// says: over version 5 and became 3
// breaks: upsert.3
//
// Stores whatever comes: an edit of an old copy then lowers the version of a newer record, and loses to it for ever.

        try write { tables in
            try storeEdit(record, over: try editTarget(record.id, tables), tables)
            return record
        }
