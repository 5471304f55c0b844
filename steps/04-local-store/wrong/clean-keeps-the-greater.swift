// replaces: upsert-clean
// refused by: Step04StoreTests/upsertCleanIsClean()
// says: it decides nothing
//
// Judges for itself which record is the better one. That is for the merge, which has decided before it calls.

        try write { tables in
            if let stored = try tables.row(record.id)?.record, stored.version > record.version { return }
            try tables.storeSynced(record)
        }
