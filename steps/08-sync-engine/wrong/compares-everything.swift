// changes: apply-page
// refused by: Step08EngineTests/pageAfterANote()
// says: not the whole state
// breaks: apply-page.6
//
// Compares the whole state, so a note by another program supersedes a page that still fits.

             let current = try SyncState.fetch(tables.database)
-            guard current.cursor == state.cursor, current.receipt == state.receipt,
-                try bindOrVerifyAccount(page.account, origin: origin, tables)
+            guard current == state, try bindOrVerifyAccount(page.account, origin: origin, tables)
             else {
