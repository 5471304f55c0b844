// changes: acknowledge
// refused by: Step08EngineTests/confirmsWhatIsEqual()
// says: Setting a base confirms nothing
// breaks: acknowledge.6
//
// Returns true for a row that was edited since, because the copy has arrived all the same.

             if stored.isDirty { try tables.setBaseIfGreater(copy) }
-            return false
+            return stored.isDirty
