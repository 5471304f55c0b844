// changes: view-entries
// refused by: Step15ViewModelTests/refusedAndOvertaken()
// says: and 75 would lose to it
//
// Shows a refused copy in place of its row, whatever has happened to the row since.

             let record = row.measurement
-            // A copy that would lose to the row even if the server accepted it is out of date, so show the row.
-            if let copy = copies.removeValue(forKey: record.id), copy.measurement.beats(record) {
+            if let copy = copies.removeValue(forKey: record.id) {
                 return RecordEntry(shown: copy.measurement, state: .refused(reason: copy.detail))
