// replaces: edit
// refused by: Step04StoreTests/editsDoNotOverwriteEachOther()
// says: read and write in one transaction
// breaks: edit.8
//
// Reads in one transaction and writes in another: of two edits at the same time, one is lost.

        guard var edited = try byId(id) else { throw StoreError.notFound("record \(id.lowercased)") }
        let before = edited
        try change(&edited)
        edited = try nextVersion(of: edited.canonical(), after: [before])
        try edited.validate()
        return try write { tables in
            try storeEdit(edited, over: try editTarget(id, tables), tables)
            return edited
        }
