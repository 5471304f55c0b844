// changes: edit
// refused by: Step04StoreTests/editNumbersItself()
// says: which set it to 99, should be version 4
// breaks: edit.5
//
// Lets the version count that the caller's change has set.

             try change(&edited)
-            edited = try nextVersion(of: edited.canonical(), after: target.competingVersions)
+            edited = try nextVersion(of: edited.canonical(), after: target.competingVersions + [edited])
             try edited.validate()
