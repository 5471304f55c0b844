// changes: alarm-difference
// refused by: Step23AlarmTests/schedulesTheSoonest()
// says: Pills at 07:30 and a walk at 18:00
// breaks: alarm-difference.3
//
// The first reminder takes all places.

-        let wanted = Self.ordered(later.filter { !hasRung($0, state) }).prefix(limit)
+        let wanted = later.filter { !hasRung($0, state) }.prefix(limit)
