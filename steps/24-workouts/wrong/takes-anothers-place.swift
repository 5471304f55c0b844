// changes: match-workouts
// refused by: Step24MatchTests/onlyOnce()
// says: Workout 7 comes itself
// breaks: match-workouts.6
//
// The place of workout 7 is given away before it comes itself.

-        var free = stored.filter { !$0.isDeleted && !named.contains($0.id) }
+        _ = named
+        var free = stored.filter { !$0.isDeleted }
