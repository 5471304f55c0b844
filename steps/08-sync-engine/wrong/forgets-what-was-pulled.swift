// changes: merge-remote
// refused by: Step08EngineTests/refusedGoesBackToPulled()
// says: its page never comes again
//
// Drops a pulled record that is less than a dirty row, as it changes nothing that is shown.

             applied.adoptedCount += 1
-        } else if stored.isDirty {
-            try tables.setBaseIfGreater(remote)
-        } else {
+        } else if !stored.isDirty {
             // The server once had our record, from us or from another device, and has lost it.
