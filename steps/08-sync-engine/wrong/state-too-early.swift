// changes: apply-page
// refused by: Step08EngineTests/pageCounts()
// says: as it is afterwards
// breaks: apply-page.12
//
// Reads the state before receipt and features are stored.

+            applied.state = try SyncState.fetch(tables.database)
             try advanceReceipt(page.receipt, tables)
             try noteFeatures(page.features, tables)
-            applied.state = try SyncState.fetch(tables.database)
             return applied
