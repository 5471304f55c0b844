// changes: match-workouts
// refused by: Step24MatchTests/nearest()
// says: Workout 7 starts two minutes later
// breaks: match-workouts.4
//
// Takes the first one that is alike.

-            guard let nearest = alike.min(by: { isNearer($0, $1, to: item) }) else { return .insert }
+            guard let nearest = alike.first else { return .insert }
