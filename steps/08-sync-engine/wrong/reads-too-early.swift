// changes: apply-page
// refused by: Step08EngineTests/readsWithinTheTransaction()
// says: were read before the transaction
// breaks: apply-page.3
//
// Reads the store's state before its transaction begins. Another program may write in between.

-        return try write { tables in
+        let current = try syncState()
+        return try write { tables in
             var applied = Applied()
-            let current = try SyncState.fetch(tables.database)
