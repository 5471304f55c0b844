// changes: edit
// refused by: Step04StoreTests/editOfARefusedCopy()
// says: it started from 7100.0 at version 7 and became 2
// breaks: edit.5
//
// Gives the version after the row. The copy that the server refused has a greater one.

             try change(&edited)
-            edited = try nextVersion(of: edited.canonical(), after: target.competingVersions)
+            edited = try nextVersion(of: edited.canonical(), after: [target.row?.record].compactMap(\.self))
             try edited.validate()
