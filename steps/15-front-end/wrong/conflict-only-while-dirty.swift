// changes: view-entries
// refused by: Step15ViewModelTests/conflictIsShown()
// says: nobody has looked at it yet
//
// Looks for a conflict only where the row is dirty. The row that won is in step with the server, so nobody sees it.

             }
+            guard row.isDirty else { return RecordEntry(shown: record, state: .synced) }
             if lost.contains(record.id) { return RecordEntry(shown: record, state: .conflict) }
-            guard row.isDirty else { return RecordEntry(shown: record, state: .synced) }
             return RecordEntry(shown: record, state: isSyncing ? .onItsWay : .savedHere)
