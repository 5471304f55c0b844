// changes: merge-remote
// refused by: Step08EngineTests/ownStaysOwn()
// says: leaves it own
// breaks: merge-remote.2
//
// Stores every winner as another phone's, even one with the same content as what the person at this phone entered.

             if try keepUnseenEdit(stored, winner: remote, tables) { applied.conflictCount += 1 }
-            // If the winner has the same content, the row still counts as entered here.
-            try tables.storeSynced(remote, own: stored.isOwn && local.hasSameContent(as: remote))
+            try tables.storeSynced(remote)
             applied.adoptedCount += 1
