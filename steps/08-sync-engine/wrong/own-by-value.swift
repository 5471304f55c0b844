// changes: merge-remote
// refused by: Step08EngineTests/anyOtherContentDisowns()
// says: compare all of the content
// breaks: merge-remote.2
//
// Keeps an own row own if the winner has the same value, even if it says something else about unit, time or label.

             // If the winner has the same content, the row still counts as entered here.
-            try tables.storeSynced(remote, own: stored.isOwn && local.hasSameContent(as: remote))
+            try tables.storeSynced(remote, own: stored.isOwn && local.value == remote.value)
             applied.adoptedCount += 1
