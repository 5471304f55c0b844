// changes: alarm-difference
// refused by: Step23AlarmTests/ordersTies()
// says: is snoozed until the moment of the 7th
// breaks: alarm-difference.7
//
// Sorts the alarms of the future by their time, which two may share.

-        let wanted = Self.ordered(later.filter { !hasRung($0, state) }).prefix(limit)
+        let wanted = later.filter { !hasRung($0, state) }.sorted { $0.at < $1.at }.prefix(limit)
