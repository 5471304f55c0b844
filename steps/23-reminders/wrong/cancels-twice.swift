// changes: alarm-difference
// refused by: Step23AlarmTests/ordered()
// says: both go under one key
// breaks: alarm-difference.7
//
// Puts two lists together. A key that is scheduled and on the screen is in both.

-        changes.cancel = Self.ordered(state.shown.subtracting(isDue).union(gone.map(\.key)))
+        changes.cancel = (gone.map(\.key) + state.shown.filter { !isDue.contains($0) }).sorted()
