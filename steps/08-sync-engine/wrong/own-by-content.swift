// changes: merge-remote
// refused by: Step08EngineTests/neverOwn()
// says: it takes both
// breaks: merge-remote.2
//
// Marks a row as own because the winner has the same content, wherever the row came from.

             // If the winner has the same content, the row still counts as entered here.
-            try tables.storeSynced(remote, own: stored.isOwn && local.hasSameContent(as: remote))
+            try tables.storeSynced(remote, own: local.hasSameContent(as: remote))
