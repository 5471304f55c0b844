// replaces: edit
// refused by: Step04StoreTests/editIsCanonical()
// says: should be stored as 72.5747792 KG
//
// Stores the unit in which the value was typed.

        try write { tables in
            let target = try editTarget(id, tables)
            guard var edited = target.shown else { throw StoreError.notFound("record \(id.lowercased)") }
            try change(&edited)
            edited = try nextVersion(of: edited, after: target.rivals)
            try edited.canonical().validate()
            try storeEdit(edited, over: target, tables)
            return edited
        }
