// changes: match-workouts
// refused by: Step24MatchTests/starts()
// says: It starts 121 s before workout 7
// breaks: match-workouts.3
//
// Forgets that a difference may be negative.

-                abs(item.start - other.start) <= toleranceMilliseconds
+                item.start - other.start <= toleranceMilliseconds
