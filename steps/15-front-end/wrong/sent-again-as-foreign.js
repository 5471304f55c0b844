// changes: web-merge-remote
// refused by: Step15WebTests/mergeTable()
// says: our row was greater, clean, and then came 72 kg in version 2; whether the row is this phone's own
//
// Makes the greater row dirty, and forgets who entered it.

     await tables.setBaseIfGreater(local)
-    tables.put(local, true, isOwn)
+    tables.put(local, true)
   }
