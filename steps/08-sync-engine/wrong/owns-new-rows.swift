// changes: merge-remote
// refused by: Step08EngineTests/newIsNotOwn()
// says: A new row isn't own
// breaks: merge-remote.2
//
// Stores a record that is new here as own, as if it had been entered at this phone.

         guard let stored = try tables.row(remote.id) else {
-            try tables.storeSynced(remote)
+            try tables.storeSynced(remote, own: true)
             applied.adoptedCount += 1
