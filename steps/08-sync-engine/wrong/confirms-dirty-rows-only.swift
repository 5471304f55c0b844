// changes: acknowledge
// refused by: Step08EngineTests/confirmsWhatIsEqual()
// says: even if it was clean already
// breaks: acknowledge.3
//
// Returns true only if the row was dirty until now.

         try tables.markClean(copy.id)
-        return true
+        return stored.isDirty
