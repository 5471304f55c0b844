// changes: merge-remote
// refused by: Step08EngineTests/pageCounts()
// says: only the edit that lost went into
// breaks: merge-remote.9
//
// Counts a conflict for each row that's replaced.

         } else if merge(local, remote) == remote {
-            if try keepUnseenEdit(stored, winner: remote, tables) { applied.conflictCount += 1 }
+            _ = try keepUnseenEdit(stored, winner: remote, tables)
+            applied.conflictCount += 1
