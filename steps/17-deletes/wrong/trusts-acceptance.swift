// changes: unseen
// refused by: Step17DeletesTests/takenAndOverwritten()
// says: the edit has vanished, and B was never told
// breaks: unseen.2
//
// Assumes that everyone has since seen an edit that the server has taken.

         if loser.isDirty { return true }
-        return try overwritten(loser.record.id).contains(RecordVersion(loser.record))
+        return false
