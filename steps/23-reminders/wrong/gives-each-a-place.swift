// changes: alarm-difference
// refused by: Step23AlarmTests/schedulesTheSoonest()
// says: The dentist is on the 20th
// breaks: alarm-difference.3
//
// Is fair to each reminder, and the fourth day has no alarm.

-        let wanted = Self.ordered(later.filter { !hasRung($0, state) }).prefix(limit)
+        let (all, ids) = (Self.ordered(later.filter { !hasRung($0, state) }), Set(later.map(\.key.reminder)))
+        let first = ids.compactMap { id in all.first { $0.key.reminder == id } }
+        let wanted = Self.ordered(Array((first + all.filter { !first.contains($0) }).prefix(limit)))
