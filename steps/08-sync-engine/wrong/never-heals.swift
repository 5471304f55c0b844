// changes: merge-remote
// refused by: Step08EngineTests/healing()
// says: should have pushed its own again
// breaks: merge-remote.7
//
// Leaves a clean row clean when an older record comes from the server.

             try tables.setBaseIfGreater(remote)
-        } else {
-            // The server once had our record, from us or from another device, and has lost it.
-            try tables.setBaseIfGreater(local)
-            try tables.setDirty(true, local.id)
         }
