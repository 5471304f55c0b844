// changes: web-merge-remote
// refused by: Step15WebTests/mergeTable()
// says: our row was greater, clean, and then came 72 kg in version 2; the row's base
//
// Takes the forgetful server's old record for the base of a row that the server once had.

     // The server has lost a version that it got from us, or from the phone that sent it to us.
-    await tables.setBaseIfGreater(local)
+    await tables.setBaseIfGreater(remote)
     tables.put(local, true, isOwn)
