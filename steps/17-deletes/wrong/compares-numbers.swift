// changes: unseen
// refused by: Step17DeletesTests/judgesEdits()
// says: The response names another record of the same version
// breaks: unseen.4
//
// Compares version numbers. Two phones can both make a version 2.

         if loser.isDirty { return true }
-        return try overwritten(loser.record.id).contains(RecordVersion(loser.record))
+        let overwritten = try overwritten(loser.record.id)
+        return overwritten.copies.contains { $0.version == loser.record.version }
+            || loser.record.version <= overwritten.through ?? 0
