// changes: alarm-difference
// refused by: Step23AlarmTests/setBack()
// says: set back to 06:00. 07:30 is to come once more
// breaks: alarm-difference.3
//
// Once the clock is set back, the morning rings a second time.

-        let wanted = Self.ordered(later.filter { !hasRung($0, state) }).prefix(limit)
+        let wanted = Self.ordered(later).prefix(limit)
