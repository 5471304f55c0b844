// changes: alarm-difference
// refused by: Step23AlarmTests/keepsTheDue()
// says: It rings, and isn't cancelled
// breaks: alarm-difference.5
//
// An alarm that is due is none of the next ones, so it's cancelled and rings.

-        let gone = Set(state.scheduled.keys).subtracting(wanted.map(\.key)).subtracting(due.map(\.key))
+        let gone = Set(state.scheduled.keys).subtracting(wanted.map(\.key))
