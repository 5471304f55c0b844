// changes: apply-page
// refused by: Step08EngineTests/pageOfAnotherAccount()
// says: If `bindOrVerifyAccount` returns false
// breaks: apply-page.7
//
// Asks whose page it is, and doesn't wait for the answer: a page of another person's account is stored.

             let current = try SyncState.fetch(tables.database)
-            guard current.cursor == state.cursor, current.receipt == state.receipt,
-                try bindOrVerifyAccount(page.account, origin: origin, tables)
-            else {
+            guard current.cursor == state.cursor, current.receipt == state.receipt else {
                 applied.isSuperseded = true
                 return applied
             }
+            _ = try bindOrVerifyAccount(page.account, origin: origin, tables)
             for record in page.body.records { try mergeRemote(record, tables, &applied) }
