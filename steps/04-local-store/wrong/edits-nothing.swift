// changes: edit
// refused by: Step04StoreTests/editIsTheNextVersion()
// says: edited to the value it has
// breaks: edit.5
//
// Gives no version to an edit that changes nothing. The user has decided that the value is right, and it may still lose.

             try change(&edited)
+            if edited == target.displayed { return edited }
             edited = try nextVersion(of: edited.canonical(), after: target.competingVersions)
