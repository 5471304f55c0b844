// changes: unseen
// refused by: Step17DeletesTests/judgesEdits()
// says: The response names version 4
// breaks: unseen.3
//
// Looks at `through` only if there are no names. After a deletion, notes may have both.

-        return try overwritten(loser.record.id).contains(RecordVersion(loser.record))
+        let said = try overwritten(loser.record.id)
+        if !said.copies.isEmpty { return said.copies.contains(RecordVersion(loser.record)) }
+        return loser.record.version <= said.through ?? 0
