// replaces: upsert
// refused by: Step04StoreTests/upsertMarksDirty()
// says: stored as it is
// breaks: upsert.1
//
// Counts every upsert as a new version, even for a record that's new here or already has its version.

        try write { tables in
            let target = try editTarget(record.id, tables)
            let edit = try nextVersion(of: record, after: target.competingVersions + [record])
            try storeEdit(edit, over: target, tables)
            return edit
        }
