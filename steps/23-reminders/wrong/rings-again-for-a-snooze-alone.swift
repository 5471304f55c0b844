// changes: alarm-difference
// refused by: Step23AlarmTests/ringsAtTheNewTime()
// says: were moved to 09:00
// breaks: alarm-difference.1
//
// Knows one reason to ring twice, the end of a snooze, and misses a reminder that was moved.

-        changes.ring = Self.ordered(due.filter { !hasRung($0, state) || (isStart && !state.returned.contains($0.key)) })
+        changes.ring = Self.ordered(
+            due.filter {
+                state.rung[$0.key] == nil || ($0.cause.hasPrefix("snoozed") && !hasRung($0, state))
+                    || (isStart && !state.returned.contains($0.key))
+            })
