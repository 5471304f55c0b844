// changes: overwritten-notes
// refused by: Step17DeletesTests/deletionCollapses()
// says: replaced another one, version 2, unseen
// breaks: overwritten-notes.2
//
// Leaves out a deletion that another deletion replaces.

-            replaced != origin
+            replaced != origin, !(record.isDeleted && before[record.id]?.isDeleted == true)
