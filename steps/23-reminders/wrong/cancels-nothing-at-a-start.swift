// changes: alarm-difference
// refused by: Step23AlarmTests/cancelsTheDone()
// says: starts after they were taken
// breaks: alarm-difference.5
//
// Takes a new program for a phone without alarms. The system has kept them.

-        changes.cancel = Self.ordered(state.shown.subtracting(isDue).union(gone.map(\.key)))
+        changes.cancel = isStart ? [] : Self.ordered(state.shown.subtracting(isDue).union(gone.map(\.key)))
