// changes: apply-page
// refused by: Step08EngineTests/pageCounts()
// says: which also numbers other people's records
// breaks: apply-page.10
//
// Moves the cursor by the number of records, though the log also numbers other people's records.

             for record in page.body.records { try mergeRemote(record, tables, &applied) }
-            try tables.execute("UPDATE sync_state SET cursor = ?", [page.body.nextCursor])
+            try tables.execute("UPDATE sync_state SET cursor = ?", [state.cursor + Int64(page.body.records.count)])
