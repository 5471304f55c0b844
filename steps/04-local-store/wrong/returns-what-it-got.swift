// changes: upsert
// refused by: Step04StoreTests/upsertNeverLowersAVersion()
// says: upsert returned
// breaks: upsert.6
//
// Returns the record that came in. A screen then goes on with a version that is stored nowhere.

             try storeEdit(edit, over: target, tables)
-            return edit
+            return record
