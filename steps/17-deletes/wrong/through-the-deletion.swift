// changes: overwritten-notes
// refused by: Step17DeletesTests/deletionCollapses()
// says: the notes are everything through 4
// breaks: overwritten-notes.5
//
// Leaves the number of the deletion, instead of the greatest one that was noted.

-        if record.isDeleted { notes.collapse() }
+        if record.isDeleted { notes.collapse(through: record.version) }
