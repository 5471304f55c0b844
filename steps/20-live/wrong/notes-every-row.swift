// changes: apply-event
// refused by: Step20MergeTests/notesWhatItTook()
// says: so the row didn't take it
// breaks: apply-event.6
//
// Notes every row that the event is news for, also one whose edit is greater.

-                let adoptedBefore = applied.adoptedCount
                 try mergeRemote(record, tables, &applied)
-                if applied.adoptedCount > adoptedBefore { try tables.noteEventRow(record.id) }
+                try tables.noteEventRow(record.id)
