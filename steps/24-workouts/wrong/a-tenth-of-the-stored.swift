// changes: match-workouts
// refused by: Step24MatchTests/durations()
// says: 100 minutes and 90
// breaks: match-workouts.3
//
// Takes a tenth of the stored duration, so the answer depends on which of the two came first.

-                    && 10 * abs(item.duration - other.duration) <= max(item.duration, other.duration)
+                    && 10 * abs(item.duration - other.duration) <= other.duration
