// changes: upsert
// refused by: Step04StoreTests/upsertKeepsABase()
// says: It is: version 5, dirty, own, base version 4
// breaks: upsert.5
//
// Takes each row that is replaced for what the server has, also one that was never sent.

             try storeEdit(edit, over: target, tables)
+            if let row = target.row?.record, row != edit { try tables.setBase(row) }
             return edit
