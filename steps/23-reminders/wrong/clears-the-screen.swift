// changes: alarm-difference
// refused by: Step23AlarmTests/keepsTheShown()
// says: still waits for an answer
// breaks: alarm-difference.6
//
// Clears the screen each time, also of what has no answer yet.

-        changes.cancel = Self.ordered(state.shown.subtracting(isDue).union(gone.map(\.key)))
+        changes.cancel = Self.ordered(state.shown.union(gone.map(\.key)))
