// changes: acknowledge
// refused by: Step08EngineTests/lateAcknowledgement()
// says: A base belongs to a row that is dirty
//
// Gives a base to a clean row as well, on which another response has decided already.

             // Edited since. The server still has the copy, so a refused edit reverts to it.
-            if stored.isDirty { try tables.setBaseIfGreater(copy) }
+            try tables.setBaseIfGreater(copy)
             return false
