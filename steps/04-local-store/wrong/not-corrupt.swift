// changes: read-row
// refused by: Step04StoreTests/impossibleRow(column:value:)
// says: The error should be SQLITE_CORRUPT
// breaks: read-row.6
//
// Throws an error that says nothing about the file, so the user is told to try again.

             let updatedAt = Timestamp(millisecondsSinceEpoch: row[.updatedAt])
-        else { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a record with an impossible id or time") }
+        else { throw DatabaseError(message: "a record with an impossible id or time") }
         self.init(
