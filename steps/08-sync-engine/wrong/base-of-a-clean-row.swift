// changes: acknowledge
// refused by: Step08EngineTests/lateAcknowledgement()
// says: Only a dirty row has a base
// breaks: acknowledge.5
//
// Gives a clean row a base too, although another response has already decided about that row.

             // Edited since. The server still has the copy, so a refused edit reverts to it.
-            if stored.isDirty { try tables.setBaseIfGreater(copy) }
+            try tables.setBaseIfGreater(copy)
             return false
