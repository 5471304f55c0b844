// changes: overwritten-notes
// refused by: Step17DeletesTests/deletionCollapses()
// says: The deletion adds no name
// breaks: overwritten-notes.5
//
// Collapses the notes only if the deletion adds one. If it was made from what it replaces, the older digests stay.

             notes.insert(replaced)
+            if record.isDeleted { notes.collapse() }
         }
-        if record.isDeleted { notes.collapse() }
