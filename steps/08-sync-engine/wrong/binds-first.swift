// changes: apply-page
// refused by: Step08EngineTests/latePageBindsNothing()
// says: call it after you've compared cursor and receipt
// breaks: apply-page.8
//
// Binds the store before it checks whether the page still fits.

             let current = try SyncState.fetch(tables.database)
-            guard current.cursor == state.cursor, current.receipt == state.receipt,
-                try bindOrVerifyAccount(page.account, origin: origin, tables)
+            guard try bindOrVerifyAccount(page.account, origin: origin, tables),
+                current.cursor == state.cursor, current.receipt == state.receipt
