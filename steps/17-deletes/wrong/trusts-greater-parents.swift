// changes: overwritten-notes
// refused by: Step17DeletesTests/notesTheReplaced()
// says: A greater number doesn't show
// breaks: overwritten-notes.2
//
// Assumes that the author of a greater version has seen all the smaller ones.

-            replaced != origin
+            replaced != origin, origin.version <= replaced.version
