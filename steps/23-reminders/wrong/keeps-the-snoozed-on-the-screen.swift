// changes: alarm-difference
// refused by: Step23AlarmTests/cancelsTheSnoozed()
// says: They leave the screen
// breaks: alarm-difference.6
//
// What will ring again may stay on the screen, where it asks a second time.

-        changes.cancel = Self.ordered(state.shown.subtracting(isDue).union(gone.map(\.key)))
+        changes.cancel = Self.ordered(state.shown.subtracting(isDue).subtracting(isWanted).union(gone.map(\.key)))
