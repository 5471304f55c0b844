// changes: apply-event
// refused by: Step20MergeTests/notesWhatItTook()
// says: should send 70.5 and 71, and it wants to send [71.0]
// breaks: apply-event.6
//
// Notes the rows that are new here. One that an event replaced isn't proven by anything either.

-                let adoptedBefore = applied.adoptedCount
+                let isNew = try tables.row(record.id) == nil
                 try mergeRemote(record, tables, &applied)
-                if applied.adoptedCount > adoptedBefore { try tables.noteEventRow(record.id) }
+                if isNew { try tables.noteEventRow(record.id) }
