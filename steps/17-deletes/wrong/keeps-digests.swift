// changes: overwritten-notes
// refused by: Step17DeletesTests/deletionCollapses()
// says: reads the erased one from its digest
// breaks: overwritten-notes.5
//
// Keeps the names of overwritten versions after the record was deleted.

         }
-        if record.isDeleted { notes.collapse() }
         return notes
