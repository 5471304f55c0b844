// changes: edit
// refused by: Step04StoreTests/checksAnyEdit()
// says: The time of a MOOD was corrected
// breaks: edit.6
//
// Stores an edit of a kind that it can't check.

             try change(&edited)
+            if edited.kind.bounds == nil {
+                edited = try nextVersion(of: edited, after: target.competingVersions)
+                try storeEdit(edited, over: target, tables)
+                return edited
+            }
             edited = try nextVersion(of: edited.canonical(), after: target.competingVersions)
