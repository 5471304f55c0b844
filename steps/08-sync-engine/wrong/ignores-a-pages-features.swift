// changes: apply-page
// refused by: Step08EngineTests/pageBringsFeatures()
// says: only a page could tell it
// breaks: apply-page.11
//
// Reads the features only from the responses to pushes, which a phone without edits never gets.

             try advanceReceipt(page.receipt, tables)
-            try noteFeatures(page.features, tables)
             applied.state = try SyncState.fetch(tables.database)
