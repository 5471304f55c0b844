// changes: merge-remote
// refused by: Step08EngineTests/othersHeal()
// says: It doesn't matter whose record it is
// breaks: merge-remote.7
//
// Leaves it to the phone that wrote a record to bring it back to the server. That phone may be gone.

             try tables.setBaseIfGreater(remote)
-        } else {
+        } else if stored.isOwn {
             // The server once had our record, from us or from another device, and has lost it.
