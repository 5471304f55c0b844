// changes: alarm-difference
// refused by: Step23AlarmTests/ringsAfterSnooze()
// says: The cause is new
// breaks: alarm-difference.1
//
// An occurrence that has rung never rings again, snoozed or not.

-        changes.ring = Self.ordered(due.filter { !hasRung($0, state) || (isStart && !state.returned.contains($0.key)) })
+        changes.ring = Self.ordered(
+            due.filter { state.rung[$0.key] == nil || (isStart && !state.returned.contains($0.key)) })
