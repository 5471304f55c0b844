// changes: apply-event
// refused by: Step20MergeTests/asksInTheTransaction()
// says: in front of the transaction
// breaks: apply-event.10
//
// Reads the state in front of the transaction. A login that comes between the two isn't seen.

-        try write(knowing: event.overwritten) { tables in
+        let state = try syncState()
+        return try write(knowing: event.overwritten) { tables in
             var applied = Applied()
-            applied.state = try SyncState.fetch(tables.database)
+            applied.state = state
