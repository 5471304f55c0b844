// changes: web-merge-remote
// refused by: Step15WebTests/ownWhileItStands()
// says: was shown until the 72 came
//
// Forgets whose entry it is when the winner has the same content.

     if (await isUnseenEdit(tables, row, remote) && tables.insertConflict(local, remote)) applied.conflicts += 1
-    // If the winner has the same content, the row still counts as entered here.
-    tables.storeSynced(remote, isOwn && hasSameContent(local, remote))
+    tables.storeSynced(remote)
     applied.adopted += 1
