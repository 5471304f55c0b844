// changes: edit
// refused by: Step04StoreTests/editOfARefusedCopy()
// says: It was called 2 times
// breaks: edit.1
//
// Tries the change on a copy first, to see whether it's allowed.

             guard var edited = target.displayed else { throw StoreError.notFound("record \(id.lowercased)") }
+            var attempt = edited
+            try change(&attempt)
             try change(&edited)
