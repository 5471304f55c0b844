// changes: overwritten-notes
// refused by: Step17DeletesTests/olderPhone()
// says: The notes collapse, as with every deletion
// breaks: overwritten-notes.5
//
// Returns the notes as they were if the phone named no parent, even for a deletion.

         var notes = known
-        if let replaced = before[record.id].map(RecordVersion.init), let origin = batch.origins[record.id],
-            replaced != origin
-        {
-            notes.insert(replaced)
-        }
+        guard let replaced = before[record.id].map(RecordVersion.init), let origin = batch.origins[record.id] else {
+            return known
+        }
+        if replaced != origin { notes.insert(replaced) }
