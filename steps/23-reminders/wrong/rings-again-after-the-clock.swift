// changes: alarm-difference
// refused by: Step23AlarmTests/setBack()
// says: the clock is set back to 06:00
// breaks: alarm-difference.3
//
// Once the clock is set back, the morning rings a second time.

-        let wanted = Self.ordered(later.filter { !hasRung($0, state) }).prefix(limit)
+        let wanted = Self.ordered(later).prefix(limit)
