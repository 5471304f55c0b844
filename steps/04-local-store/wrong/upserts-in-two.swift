// replaces: upsert
// refused by: Step04StoreTests/upsertsDoNotOverwriteEachOther()
// says: Two threads upserted
// breaks: upsert.7
//
// Looks the row up in one transaction and writes in another.

        let target = try write { tables in try editTarget(record.id, tables) }
        var edit = record
        if target.row?.record != edit, target.competingVersions.contains(where: { $0.version >= edit.version }) {
            edit = try nextVersion(of: edit, after: target.competingVersions)
        }
        let stored = edit
        return try write { tables in
            try storeEdit(stored, over: target, tables)
            return stored
        }
