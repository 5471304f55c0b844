// changes: merge-remote
// refused by: Step08EngineTests/healedIsNoConflict()
// says: to heal the server is its own base
//
// Marks dirty what the server has forgotten, and nothing tells it from an edit any more.

             // The server once had our record, from us or from another device, and has lost it.
-            try tables.setBaseIfGreater(local)
             try tables.setDirty(true, local.id)
