// changes: merge-remote
// refused by: Step08EngineTests/baseOnlyRises()
// says: `setBaseIfGreater` lowers nothing
//
// Takes whatever was pulled last as the base, also a lesser record.

         } else if stored.isDirty {
-            try tables.setBaseIfGreater(remote)
+            try tables.setBase(remote)
