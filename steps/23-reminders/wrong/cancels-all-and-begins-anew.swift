// changes: alarm-difference
// refused by: Step23AlarmTests/cancelsTheLast()
// says: The last one goes
// breaks: alarm-difference.5
//
// Cancels everything that is scheduled, since some of it changes anyway.

-        let (isDue, isWanted) = (Set(due.map(\.key)), Set(wanted.map(\.key)))
-        let gone = state.scheduled.values.filter {
-            !isWanted.contains($0.key) && ($0.at > now || !isDue.contains($0.key))
-        }
+        let isDue = Set(due.map(\.key))
+        let gone = state.scheduled.values
