// changes: apply-event
// refused by: Step20MergeTests/notesWhatItTook()
// says: should send all three
// breaks: apply-event.6
//
// Notes the first row that took its record, and none after it.

-                if applied.adoptedCount > adoptedBefore { try tables.noteEventRow(record.id) }
+                if applied.adoptedCount > adoptedBefore, adoptedBefore == 0 { try tables.noteEventRow(record.id) }
