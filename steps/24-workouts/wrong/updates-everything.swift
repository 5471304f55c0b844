// changes: match-workouts
// refused by: Step24MatchTests/known()
// says: The companion sends workout 1 again
// breaks: match-workouts.1
//
// A repetition overwrites what its owner has written since.

-                return item.updates && !workout.isDeleted ? .update : .duplicate(of: item.id)
+                return workout.isDeleted ? .duplicate(of: item.id) : .update
