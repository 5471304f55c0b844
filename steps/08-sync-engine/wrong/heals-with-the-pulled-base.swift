// changes: merge-remote
// refused by: Step08EngineTests/healedIsNoConflict()
// says: to heal the server is its own base
// breaks: merge-remote.8
//
// Notes what the server has as the base, as for an edit. Then the row looks like one.

             // The server once had our record, from us or from another device, and has lost it.
-            try tables.setBaseIfGreater(local)
+            try tables.setBaseIfGreater(remote)
             try tables.setDirty(true, local.id)
