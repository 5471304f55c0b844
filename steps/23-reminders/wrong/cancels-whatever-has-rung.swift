// changes: alarm-difference
// refused by: Step23AlarmTests/cancelsTheShown()
// says: so nothing is to cancel
// breaks: alarm-difference.6
//
// Cancels what has ever rung, each time, for sixty days.

-        changes.cancel = Self.ordered(state.shown.subtracting(isDue).union(gone.map(\.key)))
+        changes.cancel = Self.ordered(Set(state.rung.keys).union(state.shown).subtracting(isDue).union(gone.map(\.key)))
