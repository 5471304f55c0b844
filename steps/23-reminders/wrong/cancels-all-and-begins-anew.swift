// changes: alarm-difference
// refused by: Step23AlarmTests/cancelsTheLast()
// says: The last one goes
// breaks: alarm-difference.5
//
// Cancels everything that is scheduled, since some of it changes anyway.

-        let gone = Set(state.scheduled.keys).subtracting(wanted.map(\.key)).subtracting(due.map(\.key))
+        let gone = Set(state.scheduled.keys)
