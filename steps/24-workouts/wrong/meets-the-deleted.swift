// changes: match-workouts
// refused by: Step24MatchTests/deleted()
// says: A workout like the deleted one comes
// breaks: match-workouts.1
//
// A new run is taken for one that was deleted, and is lost.

-        var free = stored.filter { !$0.isDeleted && !named.contains($0.id) }
+        var free = stored.filter { !named.contains($0.id) }
