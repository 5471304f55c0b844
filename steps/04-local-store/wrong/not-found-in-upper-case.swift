// changes: edit
// refused by: Step04StoreTests/badEditChangesNothing()
// says: The error should say
// breaks: edit.2
//
// Names the id in upper case, as no other place does.

             let target = try editTarget(id, tables)
-            guard var edited = target.displayed else { throw StoreError.notFound("record \(id.lowercased)") }
+            guard var edited = target.displayed else { throw StoreError.notFound("record \(id.uuidString)") }
             try change(&edited)
