// changes: web-merge-remote
// refused by: Step15WebTests/mergeTable()
// says: our row was equal, dirty, and then came 71 kg in version 2; whether the row is this phone's own
//
// Marks the equal row clean, and forgets who entered it.

     if (!isDirty) return
-    tables.storeSynced(local, isOwn)
+    tables.storeSynced(local)
     applied.confirmed += 1
