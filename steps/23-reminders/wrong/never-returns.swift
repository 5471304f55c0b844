// changes: alarm-difference
// refused by: Step23AlarmTests/returns()
// says: At its start they come back
// breaks: alarm-difference.2
//
// A program that was stopped forgets what it has shown.

-        changes.ring = Self.ordered(due.filter { !hasRung($0, state) || (isStart && !state.returned.contains($0.key)) })
+        changes.ring = Self.ordered(due.filter { !hasRung($0, state) })
