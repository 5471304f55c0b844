// changes: overwritten-notes
// refused by: Step17DeletesTests/deletionCollapses()
// says: reads the erased one from its digest
// breaks: overwritten-notes.5
//
// Collapses the notes before it adds the one of the version that the deletion replaced.

         var notes = known
+        if record.isDeleted { notes.collapse() }
         if let replaced = before[record.id].map(RecordVersion.init), let origin = batch.origins[record.id],
             replaced != origin
         {
             notes.insert(replaced)
         }
-        if record.isDeleted { notes.collapse() }
         return notes
