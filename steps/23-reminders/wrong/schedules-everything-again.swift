// changes: alarm-difference
// refused by: Step23AlarmTests/schedulesTheDifference()
// says: All four alarms are scheduled, so nothing is to do
// breaks: alarm-difference.4
//
// Tells the system the same alarms each time.

-        changes.schedule = wanted.filter { state.scheduled[$0.key] != $0 }
+        changes.schedule = Array(wanted)
