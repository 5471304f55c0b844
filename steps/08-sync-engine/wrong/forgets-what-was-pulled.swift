// changes: merge-remote
// refused by: Step08EngineTests/refusedGoesBackToPulled()
// says: its page never comes again
// breaks: merge-remote.6
//
// Drops a pulled record that's less than a dirty row, because it changes nothing that the phone shows.

             applied.adoptedCount += 1
-        } else if stored.isDirty {
-            try tables.setBaseIfGreater(remote)
-        } else {
+        } else if !stored.isDirty {
             // The server once had our record, from us or from another device, and has lost it.
