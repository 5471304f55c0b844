// changes: view-entries
// refused by: Step15ViewModelTests/refusedTwice()
// says: The person typed the 75 and will correct it
//
// Shows the copy that was refused last, which isn't always the one that the person typed last.

-        // An edit fixes the greatest of several refused copies of a record, so show that one.
-        var copies = Dictionary(refused.map { ($0.measurement.id, $0) }) { one, other in
-            one.measurement.beats(other.measurement) ? one : other
-        }
+        var copies = Dictionary(refused.map { ($0.measurement.id, $0) }, uniquingKeysWith: { latest, _ in latest })
