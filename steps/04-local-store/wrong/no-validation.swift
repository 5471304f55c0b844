// changes: edit
// refused by: Step04StoreTests/badEditChangesNothing()
// says: 5,000 kg should be refused
// breaks: edit.6
//
// Converts the value but doesn't check its bounds: the server refuses it later, when the person has long forgotten it.

             edited = try nextVersion(of: edited.canonical(), after: target.competingVersions)
-            try edited.validate()
             try storeEdit(edited, over: target, tables)
