// changes: match-workouts
// refused by: Step24MatchTests/durations()
// says: 89 minutes and 100
// breaks: match-workouts.3
//
// A warm-up and the run after it are one.

-                abs(item.start - other.start) <= toleranceMilliseconds
-                    && 10 * abs(item.duration - other.duration) <= max(item.duration, other.duration)
+                abs(item.start - other.start) <= toleranceMilliseconds
