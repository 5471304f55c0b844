// replaces: upsert
// refused by: Step04StoreTests/upsertNeverLowersAVersion()
// says: over version 5 and became 5
// breaks: upsert.3
//
// Treats a late edit as an old one and keeps the row: what the person typed last is gone.

        try write { tables in
            let target = try editTarget(record.id, tables)
            if let stored = target.row?.record, stored.version >= record.version { return stored }
            try storeEdit(record, over: target, tables)
            return record
        }
