// changes: view-entries
// refused by: Step15ViewModelTests/wayOfARecord()
// says: the next sync is under way
//
// Asks first whether a sync is running, so even records that the server has had for long count as on their way.

             if lost.contains(record.id) { return RecordEntry(shown: record, state: .conflict) }
-            guard row.isDirty else { return RecordEntry(shown: record, state: .synced) }
-            return RecordEntry(shown: record, state: isSyncing ? .onItsWay : .savedHere)
+            if isSyncing { return RecordEntry(shown: record, state: .onItsWay) }
+            return RecordEntry(shown: record, state: row.isDirty ? .savedHere : .synced)
         }
