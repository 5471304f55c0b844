// changes: merge-remote
// refused by: Step08EngineTests/baseOnlyRises()
// says: raises a base that's less
// breaks: merge-remote.6
//
// Notes a pulled record as the base only if the edit has none yet.

         } else if stored.isDirty {
-            try tables.setBaseIfGreater(remote)
+            if try tables.base(remote.id) == nil { try tables.setBaseIfGreater(remote) }
