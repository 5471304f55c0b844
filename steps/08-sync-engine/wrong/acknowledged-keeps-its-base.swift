// changes: acknowledge
// refused by: Step08EngineTests/cleanHasNoBase()
// says: `markClean` removes the base as well
//
// Clears the flag of an acknowledged row, but forgets to remove its base.

         }
-        try tables.markClean(copy.id)
+        try tables.setDirty(false, copy.id)
