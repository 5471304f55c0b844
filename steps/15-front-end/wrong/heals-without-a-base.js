// changes: web-merge-remote
// refused by: Step15WebTests/rules()
// says: the row is gone, and the cursor beyond it
//
// Sends a forgetful server its record again, but has nothing to go back to if the server refuses it.

   } else {
-    // The server has lost a version that it got from us, or from the phone that sent it to us.
-    await tables.setBaseIfGreater(local)
     tables.put(local, true, isOwn)
