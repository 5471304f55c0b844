// changes: apply-page
// refused by: Step08EngineTests/pageBinds()
// says: should be bound to account-7
// breaks: apply-page.7
//
// Doesn't check whose page it is.

             let current = try SyncState.fetch(tables.database)
-            guard current.cursor == state.cursor, current.receipt == state.receipt,
-                try bindOrVerifyAccount(page.account, origin: origin, tables)
-            else {
+            guard current.cursor == state.cursor, current.receipt == state.receipt else {
                 applied.isSuperseded = true
