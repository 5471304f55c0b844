// changes: acknowledge
// refused by: Step08EngineTests/cleanHasNoBase()
// says: the 71 was acknowledged
// breaks: acknowledge.3
//
// Clears the flag of an acknowledged row, but forgets to remove its base.

         }
-        try tables.markClean(copy.id)
+        try tables.setDirty(false, copy.id)
