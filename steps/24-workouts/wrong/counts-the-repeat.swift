// changes: match-workouts
// refused by: Step24MatchTests/twice()
// says: An export holds a run twice
// breaks: match-workouts.2
//
// An export that holds a run twice makes two of it.

-            if let survivor = survivors[item.id] { return .duplicate(of: survivor) }
