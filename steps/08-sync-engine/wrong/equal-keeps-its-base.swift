// changes: merge-remote
// refused by: Step08EngineTests/cleanHasNoBase()
// says: `markClean` removes the base as well
//
// Clears the flag of a row that equals the pulled record, but forgets to remove its base.

             guard stored.isDirty else { return }
-            try tables.markClean(local.id)
+            try tables.setDirty(false, local.id)
