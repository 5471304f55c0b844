// changes: edit
// refused by: Step04StoreTests/editIsCanonical()
// says: should be stored as 72.5747792 KG
// breaks: edit.4
//
// Stores the unit that was typed.

             try change(&edited)
-            edited = try nextVersion(of: edited.canonical(), after: target.competingVersions)
-            try edited.validate()
+            edited = try nextVersion(of: edited, after: target.competingVersions)
+            try edited.canonical().validate()
             try storeEdit(edited, over: target, tables)
