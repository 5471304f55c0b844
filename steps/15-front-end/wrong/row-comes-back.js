// changes: web-acknowledge
// refused by: Step15WebTests/onlyItsOwnRow()
// says: and now it's back
//
// Stores the accepted copy although its row is gone.

-  if (!row) return false
-  if (!areEqual(row.record, copy)) {
+  if (row && !areEqual(row.record, copy)) {
     // The server has the copy even so. If the edit is refused, the row goes back to it.
     if (row.isDirty) await tables.setBaseIfGreater(copy)
     return false
   }
-  tables.storeSynced(copy, row.isOwn)
+  tables.storeSynced(copy, row ? row.isOwn : true)
   return true
