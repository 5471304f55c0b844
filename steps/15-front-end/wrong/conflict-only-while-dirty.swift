// changes: view-entries
// refused by: Step15ViewModelTests/conflictIsShown()
// says: hasn't looked at the conflict yet
//
// Looks for a conflict only if the row is dirty. The row that won is in step with the server, so nobody sees the
// conflict.

             }
+            guard row.isDirty else { return RecordEntry(shown: record, state: .synced) }
             if lost.contains(record.id) { return RecordEntry(shown: record, state: .conflict) }
-            guard row.isDirty else { return RecordEntry(shown: record, state: .synced) }
             return RecordEntry(shown: record, state: isSyncing ? .onItsWay : .savedHere)
