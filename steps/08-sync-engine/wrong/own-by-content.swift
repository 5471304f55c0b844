// changes: merge-remote
// refused by: Step08EngineTests/neverOwn()
// says: it takes both
//
// Calls a row own because the winner says the same, wherever the row came from.

             // If the winner has the same content, the row still counts as entered here.
-            try tables.storeSynced(remote, own: stored.isOwn && local.hasSameContent(as: remote))
+            try tables.storeSynced(remote, own: local.hasSameContent(as: remote))
