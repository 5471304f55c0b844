// changes: overwritten-notes
// refused by: Step17DeletesTests/notesTheReplaced()
// says: Two phones added the same record
// breaks: overwritten-notes.2
//
// Takes "made from nothing" for a phone that named no parent.

-            replaced != origin
+            replaced != origin, origin != .none
