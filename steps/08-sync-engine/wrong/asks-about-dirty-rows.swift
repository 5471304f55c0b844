// changes: merge-remote
// refused by: Step08EngineTests/cleanEditIsKept()
// says: It decides about clean ones as well
// breaks: merge-remote.3
//
// Takes every clean row for one that the winner's author has seen.

-            if try keepUnseenEdit(stored, winner: remote, tables) { applied.conflictCount += 1 }
+            if stored.isDirty, try keepUnseenEdit(stored, winner: remote, tables) { applied.conflictCount += 1 }
