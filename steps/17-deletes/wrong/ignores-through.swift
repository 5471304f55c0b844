// changes: unseen
// refused by: Step17DeletesTests/judgesEdits()
// says: every version through 2 was overwritten
// breaks: unseen.3
//
// Looks for the name alone. After seventeen names, or a deletion, there are none.

         if loser.isDirty { return true }
-        return try overwritten(loser.record.id).contains(RecordVersion(loser.record))
+        return try overwritten(loser.record.id).copies.contains(RecordVersion(loser.record))
