// changes: merge-remote
// refused by: Step08EngineTests/healedIsNoConflict()
// says: to heal the server is its own base
// breaks: merge-remote.8
//
// Marks a row dirty that the server has forgotten, but without a base, so it looks like an edit.

             // The server once had our record, from us or from another device, and has lost it.
-            try tables.setBaseIfGreater(local)
             try tables.setDirty(true, local.id)
