// changes: apply-event
// refused by: Step20MergeTests/mergesWithoutCursor()
// says: The event fitted, and one row took its record
// breaks: apply-event.4
//
// Merges the event, and returns an `Applied` that knows nothing of it.

                 if applied.adoptedCount > adoptedBefore { try tables.noteEventRow(record.id) }
             }
-            return applied
+            return Applied()
