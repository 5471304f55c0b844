// changes: merge-remote
// refused by: Step08EngineTests/equalStaysOwn()
// says: `markClean` keeps that mark
// breaks: merge-remote.4
//
// Stores an equal record over the row, which makes an edit of this phone look like another phone's.

             guard stored.isDirty else { return }
-            try tables.markClean(local.id)
+            try tables.storeSynced(remote)
             applied.confirmedCount += 1
