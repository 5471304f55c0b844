// changes: overwritten-notes
// refused by: Step17DeletesTests/olderPhone()
// says: with older phones around, every edit would become a conflict
// breaks: overwritten-notes.3
//
// Where nothing is known of what was replaced, notes the record that came.

-        if let replaced = before[record.id].map(RecordVersion.init), let origin = batch.origins[record.id],
-            replaced != origin
-        {
+        let replaced = before[record.id].map(RecordVersion.init) ?? RecordVersion(record)
+        if replaced != batch.origins[record.id] {
             notes.insert(replaced)
