// changes: merge-remote
// refused by: Step08EngineTests/conflictIsKept()
// says: so 71 should be in conflicts()
//
// Adopts the greater record and forgets the edit that lost to it.

         } else if merge(local, remote) == remote {
-            if try keepUnseenEdit(stored, winner: remote, tables) { applied.conflictCount += 1 }
             // A winner that says the same leaves standing what was entered here.
