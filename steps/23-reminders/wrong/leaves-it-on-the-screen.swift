// changes: alarm-difference
// refused by: Step23AlarmTests/cancelsTheShown()
// says: The screen is cleared
// breaks: alarm-difference.6
//
// Cancels what is scheduled, and leaves on the screen what was answered.

-        changes.cancel = Self.ordered(state.shown.subtracting(isDue).union(gone.map(\.key)))
+        changes.cancel = Self.ordered(Set(gone.map(\.key)))
