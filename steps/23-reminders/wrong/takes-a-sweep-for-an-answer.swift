// changes: alarm-difference
// refused by: Step23AlarmTests/returns()
// says: swept them from the screen
// breaks: alarm-difference.2
//
// Brings back only what is still on the screen.

-        changes.ring = Self.ordered(due.filter { !hasRung($0, state) || (isStart && !state.returned.contains($0.key)) })
+        changes.ring = Self.ordered(
+            due.filter {
+                !hasRung($0, state)
+                    || (isStart && state.shown.contains($0.key) && !state.returned.contains($0.key))
+            })
