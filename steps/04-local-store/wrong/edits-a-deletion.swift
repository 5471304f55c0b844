// changes: edit
// refused by: Step04StoreTests/badEditChangesNothing()
// says: the user sees nothing to edit
// breaks: edit.2
//
// Looks up what to edit without `displayed`.

-            guard var edited = target.displayed else { throw StoreError.notFound("record \(id.lowercased)") }
+            guard var edited = target.refused ?? target.row?.record else {
+                throw StoreError.notFound("record \(id.lowercased)")
+            }
