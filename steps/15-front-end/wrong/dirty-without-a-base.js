// changes: web-merge-remote
// refused by: Step15WebTests/mergeTable()
// says: our row was greater, dirty, and then came 72 kg in version 2; the row's base
//
// Leaves a dirty row that's greater alone, and doesn't note what the server has.

   } else if (isDirty) {
-    await tables.setBaseIfGreater(remote)
   } else {
