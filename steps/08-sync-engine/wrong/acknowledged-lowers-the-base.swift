// changes: acknowledge
// refused by: Step08EngineTests/acknowledgementKeepsAGreaterBase()
// says: only if it's greater than the base
// breaks: acknowledge.4
//
// Makes the acknowledged copy the base, even where a page has brought a greater record since.

             // Edited since. The server still has the copy, so a refused edit reverts to it.
-            if stored.isDirty { try tables.setBaseIfGreater(copy) }
+            if stored.isDirty { try tables.setBase(copy) }
             return false
