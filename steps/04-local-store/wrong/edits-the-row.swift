// changes: edit
// refused by: Step04StoreTests/editOfARefusedCopy()
// says: which `displayed` gives
// breaks: edit.1
//
// Looks at the row alone. What the user wants to correct is the copy that the server refused.

-            guard var edited = target.displayed else { throw StoreError.notFound("record \(id.lowercased)") }
+            guard var edited = target.row?.record else { throw StoreError.notFound("record \(id.lowercased)") }
             try change(&edited)
