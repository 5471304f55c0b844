// changes: apply-page
// refused by: Step08EngineTests/crashInAPage()
// says: belong in one transaction
// breaks: apply-page.1
//
// Stores the cursor in a transaction of its own, after the page.

-        return try write { tables in
+        var applied = try write { tables in
             var applied = Applied()
@@
             for record in page.body.records { try mergeRemote(record, tables, &applied) }
+            return applied
+        }
+        guard !applied.isSuperseded else { return applied }
+        applied.state = try self.write { tables in
             try tables.execute("UPDATE sync_state SET cursor = ?", [page.body.nextCursor])
@@
             try noteFeatures(page.features, tables)
-            applied.state = try SyncState.fetch(tables.database)
-            return applied
+            return try SyncState.fetch(tables.database)
         }
+        return applied
