// replaces: upsert
// refused by: Step04StoreTests/upsertMarksDirty()
// says: stored as it is
//
// Counts every upsert as a new version, also of a record that is new here or that has been given its version already.

        try write { tables in
            let target = try editTarget(record.id, tables)
            let edit = try nextVersion(of: record, after: target.competingVersions + [record])
            try storeEdit(edit, over: target, tables)
            return edit
        }
