// changes: unseen
// refused by: Step17DeletesTests/takenAndOverwritten()
// says: the edit has vanished, and B was never told
//
// Thinks that an edit the server has taken was seen by everybody since.

         if loser.isDirty { return true }
-        return try overwritten(loser.record.id).contains(RecordVersion(loser.record))
+        return false
