// changes: edit
// refused by: Step04StoreTests/badEditChangesNothing()
// says: The error's code is
// breaks: edit.2
//
// Throws an error of the database, which an app shows as one: something went wrong.

-            guard var edited = target.displayed else { throw StoreError.notFound("record \(id.lowercased)") }
+            guard var edited = target.displayed else { throw DatabaseError(resultCode: .SQLITE_NOTFOUND) }
             try change(&edited)
