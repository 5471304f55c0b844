// changes: merge-remote
// refused by: Step08EngineTests/equalIsClean()
// says: knows that it arrived
// breaks: merge-remote.4
//
// Does nothing for an equal record, so its row stays as it is.

         if local == remote {
-            guard stored.isDirty else { return }
-            try tables.markClean(local.id)
-            applied.confirmedCount += 1
+            return
         } else if merge(local, remote) == remote {
