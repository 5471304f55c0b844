// changes: upsert
// refused by: Step04StoreTests/upsertOutranksARefusedCopy()
// says: It's still there: write with
// breaks: upsert.5
//
// Writes row and base itself, and leaves the refused copy that was corrected.

             }
-            try storeEdit(edit, over: target, tables)
+            if let row = target.row, !row.isDirty { try tables.setBase(row.record) }
+            try tables.put(edit, dirty: true, own: true)
             return edit
