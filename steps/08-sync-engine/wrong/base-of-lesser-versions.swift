// changes: merge-remote
// refused by: Step08EngineTests/refusedGoesBackToPulled()
// says: It's less by its time, and that counts, too
// breaks: merge-remote.6
//
// Notes the base only if its version is less. A pulled record can be less by its time alone.

-            try tables.setBaseIfGreater(remote)
+            if remote.version < local.version { try tables.setBaseIfGreater(remote) }
