// changes: match-workouts
// refused by: Step24MatchTests/starts()
// says: It starts 120 s before workout 7
// breaks: match-workouts.3
//
// A workout that began before the stored one is another one.

-                abs(item.start - other.start) <= toleranceMilliseconds
+                (0...toleranceMilliseconds).contains(item.start - other.start)
