// changes: match-workouts
// refused by: Step24MatchTests/starts()
// says: It starts 120 s after workout 7
// breaks: match-workouts.3
//
// 120 seconds are already too many.

-                abs(item.start - other.start) <= toleranceMilliseconds
+                abs(item.start - other.start) < toleranceMilliseconds
