// changes: merge-remote
// refused by: Step08EngineTests/pushConfirms()
// says: something marked it dirty again
// breaks: merge-remote.5
//
// Has no case for an equal record: it doesn't beat ours, so ours looks like one that the server forgot.

         let local = stored.record
-        if local == remote {
-            guard stored.isDirty else { return }
-            try tables.markClean(local.id)
-            applied.confirmedCount += 1
-        } else if merge(local, remote) == remote {
+        if remote.beats(local) {
             if try keepUnseenEdit(stored, winner: remote, tables) { applied.conflictCount += 1 }
