// changes: merge-remote
// refused by: Step08EngineTests/pulledIsClean()
// says: back and forth for ever
// breaks: merge-remote.1
//
// Stores a pulled record as an edit of this phone: dirty.

         guard let stored = try tables.row(remote.id) else {
-            try tables.storeSynced(remote)
+            try tables.put(remote, dirty: true)
             applied.adoptedCount += 1
@@
             // If the winner has the same content, the row still counts as entered here.
-            try tables.storeSynced(remote, own: stored.isOwn && local.hasSameContent(as: remote))
+            try tables.put(remote, dirty: true)
             applied.adoptedCount += 1
