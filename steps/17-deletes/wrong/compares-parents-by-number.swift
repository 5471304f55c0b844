// changes: overwritten-notes
// refused by: Step17DeletesTests/notesTheReplaced()
// says: The same number doesn't make it
// breaks: overwritten-notes.2
//
// Compares version numbers. Two phones can both make a version 2.

-            replaced != origin
+            replaced.version != origin.version
