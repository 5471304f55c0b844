// changes: edit
// refused by: Step04StoreTests/badEditChangesNothing()
// says: The caller's closure threw an error
// breaks: edit.3
//
// Goes on after an error of the caller, and stores half of what it wanted.

-            try change(&edited)
+            try? change(&edited)
             edited = try nextVersion(of: edited.canonical(), after: target.competingVersions)
