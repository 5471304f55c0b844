// replaces: edit
// refused by: Step04StoreTests/editIsTheNextVersion()
// says: An edit awaits a push
//
// Writes the edit as if a server had it.

        try write { tables in
            let target = try editTarget(id, tables)
            guard var edited = target.shown else { throw StoreError.notFound("record \(id.lowercased)") }
            try change(&edited)
            edited = try nextVersion(of: edited.canonical(), after: target.rivals)
            try edited.validate()
            try tables.settle(edited)
            return edited
        }
