// changes: merge-remote
// refused by: Step08EngineTests/healedStaysOwn()
// says: changes in its flag alone
// breaks: merge-remote.7
//
// Writes the row again to make it dirty, and loses its mark on the way.

             // The server once had our record, from us or from another device, and has lost it.
             try tables.setBaseIfGreater(local)
-            try tables.setDirty(true, local.id)
+            try tables.put(local, dirty: true)
