// changes: alarm-difference
// refused by: Step23AlarmTests/schedulesTheDifference()
// says: the system has kept its alarms
// breaks: alarm-difference.4
//
// Tells the system everything again at a start.

-        changes.schedule = wanted.filter { state.scheduled[$0.key] != $0 }
+        changes.schedule = wanted.filter { isStart || state.scheduled[$0.key] != $0 }
