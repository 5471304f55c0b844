// changes: edit
// refused by: Step04StoreTests/editIsTheNextVersion()
// says: edit returned
// breaks: edit.9
//
// Returns the record as the caller left it, without the version under which it is stored.

             try change(&edited)
-            edited = try nextVersion(of: edited.canonical(), after: target.competingVersions)
-            try edited.validate()
-            try storeEdit(edited, over: target, tables)
+            let next = try nextVersion(of: edited.canonical(), after: target.competingVersions)
+            try next.validate()
+            try storeEdit(next, over: target, tables)
             return edited
