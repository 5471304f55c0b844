// changes: merge-remote
// refused by: Step08EngineTests/pageCounts()
// says: three records were stored
// breaks: merge-remote.9
//
// Counts only rows that were replaced, not the new ones.

             try tables.storeSynced(remote)
-            applied.adoptedCount += 1
             return
