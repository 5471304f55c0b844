// changes: view-entries
// refused by: Step15ViewModelTests/refusedTwice()
// says: will correct, is the 75
//
// Shows the copy that was refused last, which need not be the one that the person typed last.

-        // Of several copies of a record an edit fixes the greatest, so that is the one to show.
-        var copies = Dictionary(refused.map { ($0.measurement.id, $0) }) { one, other in
-            one.measurement.beats(other.measurement) ? one : other
-        }
+        var copies = Dictionary(refused.map { ($0.measurement.id, $0) }, uniquingKeysWith: { latest, _ in latest })
