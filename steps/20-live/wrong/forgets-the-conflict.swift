// changes: apply-event
// refused by: Step20MergeTests/mergesEachRecord()
// says: 1 adopted
// breaks: apply-event.4
//
// Returns what was adopted, and not the edits that lost.

                 if applied.adoptedCount > adoptedBefore { try tables.noteEventRow(record.id) }
             }
+            applied.conflictCount = 0
