// changes: web-acknowledge
// refused by: Step15WebTests/backToAccepted()
// says: and then refused the 72
//
// Leaves an edited row as it is, and doesn't note that the server has the copy.

   if (!areEqual(row.record, copy)) {
-    // The server has the copy even so. If the edit is refused, the row goes back to it.
-    if (row.isDirty) await tables.setBaseIfGreater(copy)
     return false
