// changes: match-workouts
// refused by: Step24MatchTests/nearest()
// says: Both are the same to the millisecond
// breaks: match-workouts.4
//
// Of two that are equally near it takes the one that the database gave first.

-            guard let nearest = alike.min(by: { isNearer($0, $1, to: item) }) else { return .insert }
+            func distance(_ other: Stored) -> (Int64, Int64) {
+                (abs(other.start - item.start), abs(other.duration - item.duration))
+            }
+            guard let nearest = alike.min(by: { distance($0) < distance($1) }) else { return .insert }
