// changes: edit
// refused by: Step04StoreTests/editIsCanonical()
// says: an edit of it got
// breaks: edit.1
//
// Converts before the change, so the caller doesn't get what is displayed.

             let target = try editTarget(id, tables)
-            guard var edited = target.displayed else { throw StoreError.notFound("record \(id.lowercased)") }
+            guard var edited = try target.displayed?.canonical() else { throw StoreError.notFound("record \(id.lowercased)") }
             try change(&edited)
