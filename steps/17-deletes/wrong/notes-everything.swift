// changes: overwritten-notes
// refused by: Step17DeletesTests/notesTheReplaced()
// says: Nothing vanished, and it noted
// breaks: overwritten-notes.4
//
// Notes each version that is replaced, even if its replacement was made from it.

-        if let replaced = before[record.id].map(RecordVersion.init), let origin = batch.origins[record.id],
-            replaced != origin
-        {
+        if let replaced = before[record.id].map(RecordVersion.init), batch.origins[record.id] != nil {
