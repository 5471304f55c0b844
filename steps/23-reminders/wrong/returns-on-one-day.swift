// changes: alarm-difference
// refused by: Step23AlarmTests/returnsOnce()
// says: those of the 7th rang on time
// breaks: alarm-difference.2
//
// Once a reminder has come back, none of its other days does.

-        changes.ring = Self.ordered(due.filter { !hasRung($0, state) || (isStart && !state.returned.contains($0.key)) })
+        let returned = Set(state.returned.map(\.reminder))
+        changes.ring = Self.ordered(
+            due.filter { !hasRung($0, state) || (isStart && !returned.contains($0.key.reminder)) })
