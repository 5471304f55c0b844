// changes: alarm-difference
// refused by: Step23AlarmTests/cancelsASnoozeTakenBack()
// says: takes the snooze back
// breaks: alarm-difference.5
//
// Leaves alone whatever belongs to an occurrence that is due, the end of a snooze that is taken back too.

-            !isWanted.contains($0.key) && ($0.at > now || !isDue.contains($0.key))
+            !isWanted.contains($0.key) && !isDue.contains($0.key)
