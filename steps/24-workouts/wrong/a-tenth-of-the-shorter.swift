// changes: match-workouts
// refused by: Step24MatchTests/durations()
// says: 90 minutes and 100
// breaks: match-workouts.3
//
// Takes a tenth of the shorter one.

-                    && 10 * abs(item.duration - other.duration) <= max(item.duration, other.duration)
+                    && 10 * abs(item.duration - other.duration) <= min(item.duration, other.duration)
