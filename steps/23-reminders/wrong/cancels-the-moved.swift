// changes: alarm-difference
// refused by: Step23AlarmTests/keepsTheMoved()
// says: each occurrence still has a wanted alarm
// breaks: alarm-difference.5
//
// Compares whole alarms here, too, and takes away what it schedules.

-            !isWanted.contains($0.key) && ($0.at > now || !isDue.contains($0.key))
+            !wanted.contains($0) && ($0.at > now || !isDue.contains($0.key))
