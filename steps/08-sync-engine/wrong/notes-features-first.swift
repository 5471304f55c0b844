// changes: apply-page
// refused by: Step08EngineTests/latePageNotesNothing()
// says: before you've compared it
// breaks: apply-page.8
//
// Notes the features first, as the code for pushes does, and so those of a page that comes too late as well.

             var applied = Applied()
+            try noteFeatures(page.features, tables)
             let current = try SyncState.fetch(tables.database)
@@
             try advanceReceipt(page.receipt, tables)
-            try noteFeatures(page.features, tables)
