// changes: merge-remote
// refused by: Step08EngineTests/healedIsNoConflict()
// says: to heal the server is its own base
//
// Marks dirty what the server has forgotten, and nothing tells it from an edit any more.

             // The server has forgotten what it once had from us, or from whoever told us.
-            try tables.setBaseIfGreater(local)
             try tables.setDirty(true, local.id)
