// changes: merge-remote
// refused by: Step08EngineTests/dirtyGreaterStays()
// says: The edit is greater and should stay
// breaks: merge-remote.6
//
// Stores whatever comes from the server over a dirty row, even over an edit that's greater and not pushed yet.

         } else if stored.isDirty {
-            try tables.setBaseIfGreater(remote)
+            if try keepUnseenEdit(stored, winner: remote, tables) { applied.conflictCount += 1 }
+            try tables.storeSynced(remote)
+            applied.adoptedCount += 1
