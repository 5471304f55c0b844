// changes: merge-remote
// refused by: Step08EngineTests/equalHasNoBase()
// says: a page brought that very 71
// breaks: merge-remote.4
//
// Clears the flag of a row that equals the pulled record, but forgets to remove its base.

             guard stored.isDirty else { return }
-            try tables.markClean(local.id)
+            try tables.setDirty(false, local.id)
