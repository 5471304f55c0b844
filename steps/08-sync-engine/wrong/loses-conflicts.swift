// changes: merge-remote
// refused by: Step08EngineTests/conflictIsKept()
// says: so 71 should be in conflicts()
// breaks: merge-remote.3
//
// Adopts the greater record and forgets the edit that lost to it.

         } else if merge(local, remote) == remote {
-            if try keepUnseenEdit(stored, winner: remote, tables) { applied.conflictCount += 1 }
             // If the winner has the same content, the row still counts as entered here.
