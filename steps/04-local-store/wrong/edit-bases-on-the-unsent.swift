// changes: edit
// refused by: Step04StoreTests/editIsTheNextVersion()
// says: was edited before it was sent, and the server still has version 3. The row should be: version 5, dirty, own, base version 3. It is: version 5, dirty, own, base version 4
// breaks: edit.7
//
// Takes each row that is edited for what the server has.

             try storeEdit(edited, over: target, tables)
+            if let row = target.row?.record { try tables.setBase(row) }
             return edited
