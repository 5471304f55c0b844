// changes: match-workouts
// refused by: Step24MatchTests/twice()
// says: that the watch recorded as 7
// breaks: match-workouts.2
//
// The repetition of a run that was met is called a repetition of itself, which nobody has.

-            survivors[item.id] = nearest.id
