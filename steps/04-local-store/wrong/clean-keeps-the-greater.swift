// replaces: upsert-clean
// refused by: Step04StoreTests/upsertCleanIsClean()
// says: it decides nothing
// breaks: upsert-clean.1
//
// Decides for itself which record is greater. That's the merge's job, and it has decided before it calls.

        try write { tables in
            if let stored = try tables.row(record.id)?.record, stored.version > record.version { return }
            try tables.storeSynced(record)
        }
