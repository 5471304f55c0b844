// changes: merge-remote
// refused by: Step08EngineTests/asksBeforeItReplaces()
// says: before you replace the row
// breaks: merge-remote.3
//
// Replaces the row first. Its base is gone by then, so a row that was dirty only to heal the server looks like an edit.

-            if try keepUnseenEdit(stored, winner: remote, tables) { applied.conflictCount += 1 }
             // If the winner has the same content, the row still counts as entered here.
             try tables.storeSynced(remote, own: stored.isOwn && local.hasSameContent(as: remote))
+            if try keepUnseenEdit(stored, winner: remote, tables) { applied.conflictCount += 1 }
