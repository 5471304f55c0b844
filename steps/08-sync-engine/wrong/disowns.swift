// changes: merge-remote
// refused by: Step08EngineTests/ownStaysOwn()
// says: leaves it own
//
// Stores every winner as somebody else's, also one that says what the person at this phone entered.

             if try keepUnseenEdit(stored, winner: remote, tables) { applied.conflictCount += 1 }
-            // A winner that says the same leaves standing what was entered here.
-            try tables.storeSynced(remote, own: stored.isOwn && local.hasSameContent(as: remote))
+            try tables.storeSynced(remote)
             applied.adoptedCount += 1
