// changes: alarm-difference
// refused by: Step23AlarmTests/schedulesTheMoved()
// says: The pills moved from 07:30 to 09:00
// breaks: alarm-difference.4
//
// Looks only whether there's an alarm for the occurrence, so a reminder that moved rings at its old time.

-        changes.schedule = wanted.filter { state.scheduled[$0.key] != $0 }
+        changes.schedule = wanted.filter { state.scheduled[$0.key] == nil }
