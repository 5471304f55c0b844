// changes: merge-remote
// refused by: Step08EngineTests/baseOnlyRises()
// says: `setBaseIfGreater` never lowers a base
// breaks: merge-remote.6
//
// Takes whatever was pulled last as the base, even a lesser record.

         } else if stored.isDirty {
-            try tables.setBaseIfGreater(remote)
+            try tables.setBase(remote)
