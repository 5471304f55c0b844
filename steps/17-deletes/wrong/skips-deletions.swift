// changes: overwritten-notes
// refused by: Step17DeletesTests/notesADeletion()
// says: The one who deleted it is never told
// breaks: overwritten-notes.2
//
// Notes replaced edits only. A deletion holds nothing, but it was made by someone.

-        if let replaced = before[record.id].map(RecordVersion.init), let origin = batch.origins[record.id],
-            replaced != origin
+        if let stored = before[record.id], !stored.isDeleted, let origin = batch.origins[record.id],
+            RecordVersion(stored) != origin
         {
-            notes.insert(replaced)
+            notes.insert(RecordVersion(stored))
         }
