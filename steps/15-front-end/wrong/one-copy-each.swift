// changes: view-entries
// refused by: Step15ViewModelTests/refusedTwice()
// says: Duplicate values for key
//
// Assumes that a record is refused only once, and crashes the app when it's refused again.

-        // An edit fixes the greatest of several refused copies of a record, so show that one.
-        var copies = Dictionary(refused.map { ($0.measurement.id, $0) }) { one, other in
-            one.measurement.beats(other.measurement) ? one : other
-        }
+        var copies = Dictionary(uniqueKeysWithValues: refused.map { ($0.measurement.id, $0) })
