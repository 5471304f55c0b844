// changes: match-workouts
// refused by: Step24MatchTests/starts()
// says: 120.9 s after workout 7
// breaks: match-workouts.3
//
// Compares in whole seconds, so that 120.9 are 120.

-                abs(item.start - other.start) <= toleranceMilliseconds
+                abs(item.start - other.start) / 1_000 <= toleranceMilliseconds / 1_000
