// changes: edit
// refused by: Step04StoreTests/badEditChangesNothing()
// says: 5 000 kg should be refused
//
// Converts, and does not check the bounds: the server will refuse what the person has long forgotten.

             edited = try nextVersion(of: edited.canonical(), after: target.competingVersions)
-            try edited.validate()
             try storeEdit(edited, over: target, tables)
