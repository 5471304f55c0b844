// changes: apply-event
// refused by: Step20MergeTests/oneTransaction()
// says: they belong in one transaction
//
// Merges each record in a transaction of its own.

-            for record in event.records where try tables.isNews(record) {
-                let adoptedBefore = applied.adoptedCount
-                try mergeRemote(record, tables, &applied)
-                if applied.adoptedCount > adoptedBefore { try tables.noteEventRow(record.id) }
-            }
-            return applied
-        }
+            return applied
+        }
+        for record in event.records {
+            try write(knowing: event.overwritten) { tables in
+                guard try tables.isNews(record) else { return }
+                try mergeRemote(record, tables, &applied)
+                try tables.noteEventRow(record.id)
+            }
+        }
+        return applied
