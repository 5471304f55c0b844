// changes: apply-event
// refused by: Step20MergeTests/mergesEachRecord()
// says: follows the cursor 1 directly
// breaks: apply-event.7
//
// Moves the cursor if the event is the next one. Its records have no receipt all the same.

                 return applied
             }
+            if event.seq == applied.state.cursor + 1 {
+                try tables.execute("UPDATE sync_state SET cursor = ?", [event.seq])
+            }
