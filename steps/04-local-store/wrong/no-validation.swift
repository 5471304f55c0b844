// replaces: edit
// refused by: Step04StoreTests/badEditChangesNothing()
// says: 5 000 kg should be refused
//
// Converts, and does not check the bounds: the server will refuse what the person has long forgotten.

        try write { tables in
            let target = try editTarget(id, tables)
            guard var edited = target.shown else { throw StoreError.notFound("record \(id.lowercased)") }
            try change(&edited)
            edited = try nextVersion(of: edited.canonical(), after: target.rivals)
            try storeEdit(edited, over: target, tables)
            return edited
        }
