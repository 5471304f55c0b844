// changes: alarm-difference
// refused by: Step23AlarmTests/keepsTheDue()
// says: rings by its new title
// breaks: alarm-difference.5
//
// Looks for the very alarm among those that are due. One that was renamed meanwhile rings, and is cancelled.

-        let (isDue, isWanted) = (Set(due.map(\.key)), Set(wanted.map(\.key)))
-        let gone = state.scheduled.values.filter {
-            !isWanted.contains($0.key) && ($0.at > now || !isDue.contains($0.key))
-        }
+        let (isDue, isWanted) = (Set(due.map(\.key)), Set(wanted.map(\.key)))
+        let gone = state.scheduled.values.filter {
+            !isWanted.contains($0.key) && ($0.at > now || !due.contains($0))
+        }
