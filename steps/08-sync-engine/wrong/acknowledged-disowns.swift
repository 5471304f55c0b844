// changes: acknowledge
// refused by: Step08EngineTests/acknowledgedStaysOwn()
// says: The row lost its mark `own`
// breaks: acknowledge.3
//
// Stores the acknowledged copy once more, which makes it look like another phone's.

-        try tables.markClean(copy.id)
+        try tables.storeSynced(copy)
         return true
