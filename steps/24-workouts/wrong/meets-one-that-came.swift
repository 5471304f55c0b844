// changes: match-workouts
// refused by: Step24MatchTests/onlyOnce()
// says: before one that is like it
// breaks: match-workouts.6
//
// A stored workout that came itself is free again for the next one.

-            let alike = free.filter { other in
-                abs(item.start - other.start) <= toleranceMilliseconds
+            let came = stored.filter { !$0.isDeleted && survivors[$0.id] == $0.id }
+            let alike = (free + came).filter { other in
+                abs(item.start - other.start) <= toleranceMilliseconds
