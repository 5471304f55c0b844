// changes: overwritten-notes
// refused by: Step17DeletesTests/notesTheReplaced()
// says: Both phones typed 72
// breaks: overwritten-notes.2
//
// Leaves out a version that says the same as its replacement. It was an edit all the same.

-            replaced != origin
+            replaced != origin, before[record.id]?.value != record.value
