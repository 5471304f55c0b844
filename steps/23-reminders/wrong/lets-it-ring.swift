// changes: alarm-difference
// refused by: Step23AlarmTests/cancelsTheDone()
// says: Their alarm goes
// breaks: alarm-difference.5
//
// Looks at what is on the screen, and forgets what is scheduled.

-        changes.cancel = Self.ordered(state.shown.subtracting(isDue).union(gone.map(\.key)))
+        _ = gone
+        changes.cancel = Self.ordered(state.shown.subtracting(isDue))
