// changes: merge-remote
// refused by: Step08EngineTests/conflictIsKept()
// says: Nobody lost an edit
//
// Keeps each row that gives way as a conflict, also one that the person has not edited.

         } else if merge(local, remote) == remote {
-            if try keepUnseenEdit(stored, winner: remote, tables) { applied.conflictCount += 1 }
+            if try tables.insertConflict(local, winner: remote, now: clock()) { applied.conflictCount += 1 }
             // If the winner has the same content, the row still counts as entered here.
