// changes: match-workouts
// refused by: Step24MatchTests/deleted()
// says: A correction of the deleted workout comes
// breaks: match-workouts.1
//
// A correction brings a deleted workout back.

-                return item.updates && !workout.isDeleted ? .update : .duplicate(of: item.id)
+                _ = workout
+                return item.updates ? .update : .duplicate(of: item.id)
