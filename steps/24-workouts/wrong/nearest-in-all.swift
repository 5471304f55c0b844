// changes: match-workouts
// refused by: Step24MatchTests/nearest()
// says: Workout 7 starts two minutes later
// breaks: match-workouts.4
//
// Adds up the distances of start and duration.

-            guard let nearest = alike.min(by: { isNearer($0, $1, to: item) }) else { return .insert }
+            func distance(_ other: Stored) -> Int64 {
+                abs(other.start - item.start) + abs(other.duration - item.duration)
+            }
+            guard let nearest = alike.min(by: { distance($0) < distance($1) }) else { return .insert }
