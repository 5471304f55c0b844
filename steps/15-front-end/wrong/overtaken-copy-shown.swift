// changes: view-entries
// refused by: Step15ViewModelTests/refusedAndOvertaken()
// says: which 75 would lose to
//
// Shows a refused copy in place of its row, whatever has become of the row.

             let record = row.measurement
-            // A copy that would lose to the row even if the server accepted it is out of date, so show the row.
-            if let copy = copies.removeValue(forKey: record.id), copy.measurement.beats(record) {
+            if let copy = copies.removeValue(forKey: record.id) {
                 return RecordEntry(shown: copy.measurement, state: .refused(reason: copy.detail))
