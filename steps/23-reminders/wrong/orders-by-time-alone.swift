// changes: alarm-difference
// refused by: Step23AlarmTests/ordersTies()
// says: the apple reminder 2
// breaks: alarm-difference.7
//
// Leaves what is due at the same time in the order in which it came.

-        changes.ring = Self.ordered(due.filter { !hasRung($0, state) || (isStart && !state.returned.contains($0.key)) })
+        changes.ring = due.filter { !hasRung($0, state) || (isStart && !state.returned.contains($0.key)) }
+            .sorted { $0.at < $1.at }
