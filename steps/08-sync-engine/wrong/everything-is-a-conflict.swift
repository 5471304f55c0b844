// changes: merge-remote
// refused by: Step08EngineTests/conflictIsKept()
// says: No edit was lost
// breaks: merge-remote.3
//
// Keeps each row that's replaced as a conflict, even one that the person hasn't edited.

         } else if merge(local, remote) == remote {
-            if try keepUnseenEdit(stored, winner: remote, tables) { applied.conflictCount += 1 }
+            if try tables.insertConflict(local, winner: remote, now: clock()) { applied.conflictCount += 1 }
             // If the winner has the same content, the row still counts as entered here.
