// changes: view-entries
// refused by: Step15ViewModelTests/refusedTwice()
// says: Duplicate values for key
//
// Takes it for granted that a record is refused once, and ends the app when it is not.

-        // An edit fixes the greatest of several refused copies of a record, so show that one.
-        var copies = Dictionary(refused.map { ($0.measurement.id, $0) }) { one, other in
-            one.measurement.beats(other.measurement) ? one : other
-        }
+        var copies = Dictionary(uniqueKeysWithValues: refused.map { ($0.measurement.id, $0) })
