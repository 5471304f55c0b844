// changes: apply-event
// refused by: Step20MergeTests/mergesEachRecord()
// says: and `isSuperseded` false all the same
// breaks: apply-event.4
//
// Says of an event with nothing new that it didn't fit.

                 if applied.adoptedCount > adoptedBefore { try tables.noteEventRow(record.id) }
             }
+            applied.isSuperseded = applied.adoptedCount == 0
             return applied
