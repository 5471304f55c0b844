// changes: unseen
// refused by: Step17DeletesTests/judgesEdits()
// says: was overwritten, and names this edit
// breaks: unseen.2
//
// Looks at the names only if there is no `through`. After a deletion, notes may have both.

-        return try overwritten(loser.record.id).contains(RecordVersion(loser.record))
+        let said = try overwritten(loser.record.id)
+        if let through = said.through { return loser.record.version <= through }
+        return said.copies.contains(RecordVersion(loser.record))
