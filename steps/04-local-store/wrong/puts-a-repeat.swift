// changes: upsert
// refused by: Step04StoreTests/upsertKeepsABase()
// says: was upserted over itself
// breaks: upsert.5
//
// Writes a record that is stored already by another way, and the row is no longer this phone's own.

             let target = try editTarget(record.id, tables)
+            if target.row?.record == record {
+                try tables.put(record, dirty: true)
+                return record
+            }
             var edit = record
