// changes: web-merge-remote
// refused by: Step15WebTests/mergeTable()
// says: with a base that's greater too
//
// Replaces the base by whatever the server sends, even by a lesser record.

   } else if (isDirty) {
-    await tables.setBaseIfGreater(remote)
+    tables.setBase(remote)
   } else {
