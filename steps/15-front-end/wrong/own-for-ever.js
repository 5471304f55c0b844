// changes: web-merge-remote
// refused by: Step15WebTests/ownWhileItStands()
// says: which wasn't entered on A
//
// Passes isOwn on to whatever replaces the row.

     if (await isUnseenEdit(tables, row, remote) && tables.insertConflict(local, remote)) applied.conflicts += 1
-    // If the winner has the same content, the row still counts as entered here.
-    tables.storeSynced(remote, isOwn && hasSameContent(local, remote))
+    tables.storeSynced(remote, isOwn)
     applied.adopted += 1
