// replaces: upsert-clean
// refused by: Step04StoreTests/upsertCleanIsClean()
// says: just as it is here
// breaks: upsert-clean.2
//
// Finds nothing to do if the record is stored already. Its row stays dirty.

        try write { tables in
            if try tables.row(record.id)?.record == record { return }
            try tables.storeSynced(record)
        }
