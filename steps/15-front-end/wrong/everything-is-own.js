// changes: web-merge-remote
// refused by: Step15WebTests/mergeTable()
// says: our row was no row, and then came 71 kg in version 2; whether the row is this phone's own
//
// Takes a record that another phone made for this phone's own.

   if (!row) {
-    tables.storeSynced(remote)
+    tables.storeSynced(remote, true)
     applied.adopted += 1
