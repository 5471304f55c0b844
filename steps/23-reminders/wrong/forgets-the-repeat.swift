// changes: alarm-difference
// refused by: Step23AlarmTests/schedulesTheRepeat()
// says: ring each 5 minutes
// breaks: alarm-difference.3
//
// Schedules nothing for an occurrence that is due, its next ringing included.

-        let wanted = Self.ordered(later.filter { !hasRung($0, state) }).prefix(limit)
+        let rings = Set(due.map(\.key))
+        let wanted = Self.ordered(later.filter { !hasRung($0, state) && !rings.contains($0.key) }).prefix(limit)
