// changes: overwritten-notes
// refused by: Step17DeletesTests/notesTheReplaced()
// says: The server should note version 2, and it noted version 3
// breaks: overwritten-notes.2
//
// Notes the record that came instead of the one that went.

         {
-            notes.insert(replaced)
+            notes.insert(RecordVersion(record))
         }
