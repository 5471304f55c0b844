// changes: read-row
// refused by: Step04StoreTests/impossibleRow(column:value:)
// says: as its recorded_at, so the file is damaged
// breaks: read-row.5
//
// Replaces an impossible time with the nearest possible one: a damaged file looks sound.

         let text: String = row[.id]
-        guard let id = UUID(text: text),
-            let recordedAt = Timestamp(millisecondsSinceEpoch: row[.recordedAt]),
-            let updatedAt = Timestamp(millisecondsSinceEpoch: row[.updatedAt])
-        else { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a record with an impossible id or time") }
+        guard let id = UUID(text: text) else {
+            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a record with an impossible id")
+        }
+        let (recordedAt, updatedAt) = (Timestamp(clamping: row[.recordedAt]), Timestamp(clamping: row[.updatedAt]))
         self.init(
