// changes: upsert
// refused by: Step04StoreTests/upsertTakesAnything()
// says: 160.0 LB was upserted, and 72.5
// breaks: upsert.8
//
// Returns what it was given, and stores it in kilograms.

             }
-            try storeEdit(edit, over: target, tables)
+            try storeEdit((try? edit.canonical()) ?? edit, over: target, tables)
             return edit
