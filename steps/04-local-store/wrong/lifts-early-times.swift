// changes: read-row
// refused by: Step04StoreTests/impossibleRow(column:value:)
// says: A row has -62135596800001 as its recorded_at
// breaks: read-row.5
//
// Moves a time before the year 1 to its first millisecond.

         guard let id = UUID(text: text),
-            let recordedAt = Timestamp(millisecondsSinceEpoch: row[.recordedAt]),
+            let recordedAt = Timestamp(millisecondsSinceEpoch: max(row[.recordedAt], Timestamp.range.lowerBound)),
             let updatedAt = Timestamp(millisecondsSinceEpoch: row[.updatedAt])
