// changes: alarm-difference
// refused by: Step23AlarmTests/schedulesTheMoved()
// says: The title changed
// breaks: alarm-difference.4
//
// Compares the time alone.

-        changes.schedule = wanted.filter { state.scheduled[$0.key] != $0 }
+        changes.schedule = wanted.filter { state.scheduled[$0.key]?.at != $0.at }
